/** What apps may do for this wallet by themselves, as the view of them lists it (D-04). */
import { allowancesOf } from '../../request/listPermissions.js'
import type { FrameHandler } from './index.js'

export const GET_PERMISSIONS: FrameHandler<'GET_PERMISSIONS'> = async (_request, { api }) => {
  const { permissions } = await api.call('permissionList', {})
  return {
    permissions: permissions.map((each) => {
      const { id, chainId, address, app, expiry, isRevoked } = each
      const targets = each.permissions.flatMap(({ type, data }) =>
        type === 'contract-call' ? [data.address] : [],
      )
      return {
        id,
        chainId,
        address,
        key: app,
        targets: [...new Set(targets)],
        allowances: allowancesOf(each),
        isRevoked,
        expiry,
      }
    }),
  }
}
