/**
 * The versions of the Bridge API as profiles, with the resources of each. The newest is {@link bridge2025}.
 *
 * @module rxbank/bridge
 */
export {
  type ConnectItem,
  type ConnectNewItem,
  connectSession,
  type ConnectSession,
  itemSession,
} from './service/bridge/connectSession.js'
export { type ConnectCallback, parseConnectCallback } from './service/bridge/connectCallback.js'
export {
  parseUserManagementCallback,
  type UserManagementCallback,
  type UserManagementOptions,
  userManagementSession,
  type UserManagementSession,
} from './service/bridge/userManagementSession.js'
export type { KnownAccountType } from './service/model/Account.js'
export type { LoanDetails } from './service/model/LoanDetails.js'
export type { SavingsDetails } from './service/model/SavingsDetails.js'
export type { BankFormField } from './service/model/bankFields.js'
export type { Bridge2018Account } from './service/bridge/Bridge2018Account.js'
export { bridge2018, type Bridge2018Resources } from './service/bridge/bridge2018.js'
export type { Bridge2018User } from './service/bridge/Bridge2018User.js'
export type { Bridge2018Stock } from './service/bridge/Bridge2018Stock.js'
export type { Bridge2018Item } from './service/bridge/Bridge2018Item.js'
export type { Bridge2018Category } from './service/bridge/Bridge2018Category.js'
export { type Bridge2018Bank } from './service/bridge/Bridge2018Bank.js'
export { type Bridge2018BankCountry, type Bridge2018ParentBank } from './service/bridge/Bridge2018BankCountry.js'
export type { Bridge2018Transaction } from './service/bridge/Bridge2018Transaction.js'
export type { Bridge2021Account } from './service/bridge/Bridge2021Account.js'
export { bridge2021, type Bridge2021Resources } from './service/bridge/bridge2021.js'
export type { Bridge2021Stock } from './service/bridge/Bridge2021Stock.js'
export type { Bridge2021Item } from './service/bridge/Bridge2021Item.js'
export { type Bridge2021Bank } from './service/bridge/Bridge2021Bank.js'
export type { Bridge2021Category, Bridge2021CategoryGroup } from './service/bridge/Bridge2021Category.js'
export { bridge2025, type Bridge2025Filters, type Bridge2025Resources } from './service/bridge/bridge2025.js'
export type { Bridge2025Stock } from './service/bridge/Bridge2025Stock.js'
export type { Bridge2025Category, Bridge2025CategoryGroup } from './service/bridge/Bridge2025Category.js'
export { type Bridge2021Transaction } from './service/bridge/Bridge2021Transaction.js'
export { type Bridge2025Account, type Bridge2025LoanDetails } from './service/bridge/Bridge2025Account.js'
export { type Bridge2025Item } from './service/bridge/Bridge2025Item.js'
export { type Bridge2025Provider } from './service/bridge/Bridge2025Provider.js'
export {
  type Bridge2025PaymentInformation,
  type Bridge2025Transaction,
} from './service/bridge/Bridge2025Transaction.js'
export { type BridgeRefreshStatus } from './service/bridge/BridgeRefreshStatus.js'
export { type Reference } from './service/bridge/Reference.js'
export type { KnownItemStatus } from './service/model/Item.js'
export type { KnownRefreshStatus } from './service/model/RefreshStatus.js'
export type { Mfa } from './service/model/Mfa.js'
export type { StockFields } from './service/model/stockFields.js'
