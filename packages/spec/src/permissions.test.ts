import { describe, expect, test } from 'vitest'
import {
  type ApprovalRequest,
  approvalPlace,
  isAllowedMethod,
  permissionOf,
  permissions,
} from './permissions.js'

const approvals = Object.entries(permissions).flatMap(([method, need]) =>
  need === 'approval' ? [method] : [],
)

describe('methods', () => {
  test('[S6-02] that read, send raw transactions or ask for capabilities are safe', () => {
    for (const method of [
      'eth_getBalance',
      'eth_call',
      'eth_getLogs',
      'eth_sendRawTransaction',
      'wallet_getCapabilities',
      'wallet_getCallsStatus',
      'wallet_getAssets',
    ]) {
      expect(permissionOf(method), method).toBe('safe')
    }
    const safe = Object.keys(permissions).filter((method) => permissionOf(method) === 'safe')
    for (const method of safe) {
      expect(method).toMatch(
        /^(eth_(accounts|blockNumber|call|chainId|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|new\w*Filter|syncing|uninstallFilter|sendRawTransaction)|wallet_get\w+)$/,
      )
    }
  })

  test('[S6-03] that sign or spend need approval, and no others do but two of ours', () => {
    expect(approvals.sort()).toEqual(
      [
        'personal_sign',
        'eth_signTypedData_v4',
        'eth_sendTransaction',
        'eth_sendUserOperation',
        'solana_signMessage',
        'solana_signTransaction',
        'solana_signAllTransactions',
        'solana_signAndSendTransaction',
        'wallet_sendCalls',
        'wallet_grantPermissions',
        'wallet_revokePermissions',
        'wallet_requestExecutionPermissions',
        'signMessage',
      ].sort(),
    )
  })

  test('[S7-35] that are not listed are refused', () => {
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'wallet_invokeSnap',
      'ETH_CALL',
      'eth_call ',
      '',
      // Every object has these; an allow-list has not.
      'constructor',
      'toString',
      '__proto__',
      'hasOwnProperty',
    ]) {
      expect(permissionOf(method), method).toBeUndefined()
      expect(isAllowedMethod(method), method).toBe(false)
    }
  })
})

describe('the approval ladder', () => {
  const harmless = {
    kind: 'transfer',
    isTokenApproval: false,
    isPermit: false,
    isUnknownContract: false,
    isUnderDailyCap: true,
    isTestNetwork: false,
  } as const satisfies ApprovalRequest

  test('takes a sign-in for the embedding origin with one click, any other in the window', () => {
    expect(approvalPlace({ kind: 'sign-in', isForEmbeddingOrigin: true })).toBe('frame-click')
    expect(approvalPlace({ kind: 'sign-in', isForEmbeddingOrigin: false })).toBe('window')
  })

  test('takes a harmless transfer or call under the cap, or on a test network, in the frame', () => {
    for (const kind of ['transfer', 'call'] as const) {
      expect(approvalPlace({ ...harmless, kind })).toBe('frame-focused')
      expect(approvalPlace({ ...harmless, kind, isUnderDailyCap: false })).toBe('window')
      expect(approvalPlace({ ...harmless, kind, isUnderDailyCap: false, isTestNetwork: true })).toBe(
        'frame-focused',
      )
    }
  })

  test('takes everything else in the window, on test networks too', () => {
    for (const fact of ['isTokenApproval', 'isPermit', 'isUnknownContract'] as const) {
      expect(approvalPlace({ ...harmless, [fact]: true, isTestNetwork: true }), fact).toBe('window')
    }
    expect(approvalPlace({ kind: 'message' })).toBe('window')
    expect(approvalPlace({ kind: 'typed-data' })).toBe('window')
  })
})
