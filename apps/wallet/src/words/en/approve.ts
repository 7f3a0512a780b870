/** What the window says that approves and rejects; the request itself has words of its own. */
export const copy = {
  'approve.wait': 'Reading the request…',
  'approve.nothing': 'There is nothing to approve',
  'approve.nothing-detail': 'Go back to the app and ask again.',
  'approve.first-lock': 'Before {host} gets its first approval, your wallet needs a lock of its own.',
  'approve.other-page': 'The request belongs to another page',

  'approve.with-pin': 'Approve',
  'approve.with-passkey': 'Approve with passkey',
  'approve.reject': 'Reject',
  'approve.pin': 'Your PIN',
  'approve.declined': 'The passkey was not shown. Nothing was approved.',
  'approve.dangerous': 'I have read the warning, and I want this all the same.',
  'approve.untried': 'I know that nobody could try this out beforehand.',

  'approve.approved': 'Approved',
  'approve.approved-detail': 'Go on at {host}. You can close this window.',
  'approve.rejected': 'Rejected',
  'approve.rejected-detail': 'Nothing was signed. You can close this window.',
  'approve.expired': 'Too late',
  'approve.expired-detail': 'The request has expired. Ask again in the app.',
  'approve.aborted': 'Taken back',
  'approve.aborted-detail': 'The app has taken the request back. Nothing was signed.',
  'approve.failed': 'It did not go through',
  'approve.failed-detail': 'The app will say more.',

  'approve.over': 'This window cannot be used any more',
  'approve.over-detail': '{problem} Close it and open it again from the app; the request waits there.',
} as const
