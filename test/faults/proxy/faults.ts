/** What can be wrong with a dependency: the names, and which of them make sense for which way of talking. */

export const faults = {
  refuse: 'connections are reset at once',
  silence: 'connections are taken and nothing ever comes back',
  delay: 'every answer is late',
  cut: 'the answer breaks off in the middle',
  corrupt: 'bytes of the answer are flipped',
  '429': 'everything is one request too many',
  '500': 'everything is an error of the server',
  garbage: 'the answer is well-formed and of something else',
} as const

export type Fault = keyof typeof faults

/** The keys of a literal table. */
export const faultNames = Object.keys(faults) as Fault[]

/** What a connection without HTTP can have. */
export const streamFaults: readonly Fault[] = ['refuse', 'silence', 'delay', 'cut', 'corrupt', 'garbage']

/** Flips enough bits that nothing with a structure survives, and the same ones each time. */
export function flip(chunk: Buffer, every = 7): Buffer {
  const flipped = Buffer.from(chunk)
  for (let index = every - 1; index < flipped.length; index += every)
    flipped.writeUInt8(flipped.readUInt8(index) ^ 0x55, index)
  return flipped
}

/** What a hotel's network answers to everything. */
export const garbagePage = '<!doctype html><title>Welcome</title><p>Accept the terms to go online.'
