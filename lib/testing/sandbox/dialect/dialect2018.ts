import { bankLeaf, bridge2019 } from './dialect2019.js'
import { nestedBanks, parentBank } from './nestedBanks.js'
import { otherPaths } from './publicClientPaths.js'
import { reference, self, unlisted } from './resourceReferences.js'
import type { Dialect } from './RowDialect.js'

/** A row without the fields that later stages added. */
const without = (row: object, ...later: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !later.includes(name)))

/** The stage 2018-06-15: that of 2019-02-18 with fewer fields, and without a field for pending transactions. */
export const bridge2018: Dialect = {
  ...bridge2019,
  item: ({ id, status }, { bankId, accounts }) => ({
    id,
    status,
    bank: reference('bank', bankId ?? unlisted),
    accounts: accounts.map((account) => reference('account', account.id)),
    ...self('item', id),
  }),
  account: (row) =>
    without(
      bridge2019.account(row),
      'status_code_info',
      'status_code_description',
      'is_pro',
      'last_refresh',
      'iban',
      'iban_fill_manually',
    ),
  transaction: (row) => without(bridge2019.transaction(row), 'is_future', 'show_client_side'),
  refreshStatus: ({ mfa, ...row }) => ({
    ...bridge2019.refreshStatus({ mfa, ...row }),
    mfa: mfa === null ? null : { label: mfa.label, is_numeric: mfa.is_numeric },
  }),
  bank: bankLeaf,
  banks: nestedBanks(parentBank, bankLeaf),
  locatesRefresh: true,
  sendsLimits: true,
  otherPaths: { ...otherPaths, connectItemConfirmation: '/v2/connect/items/pro/confirmation/url' },
}
