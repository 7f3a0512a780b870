/** Turns a port that cannot be had into a message that names the setting to change. */
import type { Config } from '../config/config.js'

export function explainListen(
  cause: unknown,
  setting: 'LATCHKEY_GATEWAY_PORT' | 'LATCHKEY_WALLET_PORT',
  config: Config,
): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const place = `${config.LATCHKEY_HOST}:${config[setting]}`
  if (code === 'EADDRINUSE')
    return new Error(`${setting}: ${place} is taken. Stop what uses it or set another port.`, { cause })
  if (code === 'EACCES') return new Error(`${setting}: this account may not listen on ${place}.`, { cause })
  if (code === 'EADDRNOTAVAIL')
    return new Error(`LATCHKEY_HOST: ${config.LATCHKEY_HOST} is not an address of this machine.`, { cause })
  return new Error(`${setting}: cannot listen on ${place}.`, { cause })
}
