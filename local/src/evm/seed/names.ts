/** Registers the people's names, forward and back, with a text record each. */
import { encodeFunctionData, labelhash, namehash, zeroHash } from 'viem'
import { nameRegistryAbi, nameResolverAbi, reverseRegistrarAbi } from '../abis.js'
import type { LocalAccounts } from '../accounts.js'
import { addresses } from '../addresses.js'
import type { Send } from './sender.js'

/** Account 0 is alice.eth, account 1 bob.eth, and so on; the rest of the ten have no name. */
export const names = ['alice', 'bob', 'carol', 'dave', 'erin'] as const
const zone = 'eth'

export async function registerNames(send: Send, { people, deployer }: LocalAccounts): Promise<void> {
  const owner = deployer.address
  const setOwner = (parent: string, label: string, to: `0x${string}`) =>
    send({
      from: owner,
      to: addresses.nameRegistry,
      data: encodeFunctionData({
        abi: nameRegistryAbi,
        functionName: 'setSubnodeOwner',
        args: [parent === '' ? zeroHash : namehash(parent), labelhash(label), to],
      }),
    })
  await setOwner('', zone, owner)
  await setOwner('', 'reverse', owner)
  await setOwner('reverse', 'addr', addresses.reverseRegistrar)

  for (const [index, label] of names.entries()) {
    const person = people[index]
    if (!person) throw new Error(`no account for ${label}`)
    const from = person.address
    const name = `${label}.${zone}`
    const node = namehash(name)
    const resolver = addresses.nameResolver
    await setOwner(zone, label, from)
    await send({
      from,
      to: addresses.nameRegistry,
      data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setResolver', args: [node, resolver] }),
    })
    const records = [
      encodeFunctionData({ abi: nameResolverAbi, functionName: 'setAddr', args: [node, from] }),
      encodeFunctionData({
        abi: nameResolverAbi,
        functionName: 'setText',
        args: [node, 'description', `${label} of the local chain`],
      }),
    ]
    for (const data of records) await send({ from, to: resolver, data })
    const data = encodeFunctionData({ abi: reverseRegistrarAbi, functionName: 'setName', args: [name] })
    await send({ from, to: addresses.reverseRegistrar, data })
  }
}
