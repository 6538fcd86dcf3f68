/**
 * Tokens, pages and polling of a bank data service as Observables. Begin with {@link createClient}, or, for a part
 * of what it does, with {@link createConnection}.
 *
 * @module rxbank
 */
export { type UserIdentity } from './api/authenticate.js'
export {
  type BankForm,
  type BankFormCallback,
  type BankFormCallbackConfig,
  parseBankFormCallback,
} from './api/bankForm.js'
export { type Language } from './api/categories.js'
export {
  getRefreshStatus,
  getStock,
  listAccounts,
  listBanks,
  listCategories,
  listItems,
  listStocks,
  listTransactions,
  listUpdatedStocks,
  listUpdatedTransactions,
  listUserItems,
  listUsers,
} from './api/requests.js'
export { type NewUser, type PasswordChange } from './api/users.js'
export {
  type BankCollection,
  type CategoryCollection,
  type CategoryOptions,
  type Client,
  type UserCollection,
  type UserDeletion,
} from './client/Client.js'
export { type Collection } from './client/collection.js'
export { type ConnectionFeature } from './client/ConnectionFeature.js'
export { createClient } from './client/createClient.js'
export { type ConnectionConfig, createConnection } from './client/createConnection.js'
export { createGatewayClient } from './client/createGatewayClient.js'
export { type GatewayClient, type GatewayUserClient } from './client/GatewayClient.js'
export { type Identity } from './client/identity.js'
export { platformHttp } from './client/platformHttp.js'
export { type StartedRefresh, type WatchRefreshConfig } from './client/itemRefreshes.js'
export { type TreeCollection } from './client/treeCollection.js'
export {
  type AccountCollection,
  type ItemCollection,
  type Since,
  type StockCollection,
  type TransactionCollection,
  type UpdatableCollection,
  type UserClient,
} from './client/UserClient.js'
export { watchItem, type WatchedItem, type WatchItemConfig } from './client/watchItem.js'
export { watchItemState, type WatchedItems, type WatchItemStateConfig } from './client/watchItemState.js'
export { withBreaker } from './client/withBreaker.js'
export { withBudget } from './client/withBudget.js'
export { withTokens } from './client/withTokens.js'
export { withUser } from './client/withUser.js'
export { type Clock } from './clock/Clock.js'
export { systemClock } from './clock/systemClock.js'
export { createVirtualClock, type VirtualClock } from './clock/virtualClock.js'
export { type Assumed, type Json } from './codec/assumed.js'
export { type Issue } from './codec/issues.js'
export { fromOption, toOption } from './codec/option.js'
export { type ClientConfig, type GatewayConfig } from './config/ClientConfig.js'
export { AuthenticationError } from './error/AuthenticationError.js'
export { refusedParty, type RefusedParty } from './error/refusedParty.js'
export { type ErrorJson, type Place } from './error/BaseError.js'
export { type ClientError, isClientError } from './error/ClientError.js'
export { clientErrorFromJson } from './error/clientErrorFromJson.js'
export { ConfigError } from './error/ConfigError.js'
export { DeadlineExceeded } from './error/DeadlineExceeded.js'
export { DecodeError, type DecodeReason } from './error/DecodeError.js'
export { isTransient } from './error/isTransient.js'
export { NetworkError } from './error/NetworkError.js'
export { PagingError, type PagingReason } from './error/PagingError.js'
export { RequestWithheld, type WithheldReason } from './error/RequestWithheld.js'
export { type SecretReason, SecretUnavailable } from './error/SecretUnavailable.js'
export { StatusError, type StatusErrorFields } from './error/StatusError.js'
export { type ErrorCode, type SupportFacts } from './error/SupportFacts.js'
export { TimeoutError } from './error/TimeoutError.js'
export { TokenUnavailable } from './error/TokenUnavailable.js'
export { UnspecifiedOperation } from './error/UnspecifiedOperation.js'
export { UnsupportedByVersion } from './error/UnsupportedByVersion.js'
export {
  type AmountInexact,
  type BudgetChanged,
  type BudgetScope,
  type CircuitChanged,
  type CircuitState,
  type ClientEvent,
  type ClientEventBody,
  type DatabaseFailure,
  type EventSubject,
  type PermitsFailed,
  type Polled,
  type Requested,
  type Responded,
  type Restarted,
  type UserReplaced,
  type Retried,
  type FieldDiffers,
  type RowRejected,
  type RowsSetBack,
  type StageEnds,
  type TokenFailed,
  type TokenRenewed,
  type TokenStoreFailed,
  type TokenStoreFailure,
  type EventWatcher,
  type WatcherEnded,
  type WatcherStarted,
} from './event/ClientEvent.js'
export { type Emit } from './event/eventHub.js'
export { type BaseUrl } from './http/baseUrl.js'
export {
  type PermitAsk,
  type PermitLoan,
  type PermitSource,
  type PermitStatus,
  type ReturnedPermit,
  type SharedPermits,
} from './http/budget/PermitSource.js'
export { sharedPermits } from './http/budget/sharedPermits.js'
export { type Connection } from './http/Connection.js'
export { type Http, type Policy } from './http/Http.js'
export { type HttpRequest, type Priority, wireHeaders, wireUrl } from './http/HttpRequest.js'
export { type HttpResponse } from './http/HttpResponse.js'
export { type RetryConfig } from './http/policies/retry.js'
export { type Access, type ListRequest, type Request } from './http/Request.js'
export { toClientError } from './http/toClientError.js'
export { type CallConfig } from './http/toHttpRequest.js'
export { type AccessToken, accessToken } from './model/AccessToken.js'
export { type Account, account, type KnownAccountType } from './model/Account.js'
export { type AuthenticatedUser } from './model/AuthenticatedUser.js'
export { type Bank, bank, type BankFormField } from './model/Bank.js'
export { type BankCountry, type BankGroup, type BankPlace, bankTree } from './model/bankTree.js'
export { type Category, category, type Subcategory } from './model/Category.js'
export { decimal } from './model/decimal.js'
export { type CategoryNode, type CategoryPlace, type CategoryTree, categoryTree } from './model/categoryTree.js'
export { type Item, item, type KnownItemStatus } from './model/Item.js'
export { type LoanDetails } from './model/LoanDetails.js'
export { majorUnits } from './model/majorUnits.js'
export { matchPosted, type MatchPostedConfig, type RemovedAndAdded } from './model/matchPosted.js'
export { type PostedLink } from './model/matchTraces.js'
export { minorUnits } from './model/minorUnits.js'
export { type PostableRow } from './model/postedTrace.js'
export { redact, Redacted, reveal } from './model/Redacted.js'
export type { Changed, RemovalFlag, RemovedRow } from './model/RemovedRow.js'
export { type KnownRefreshStatus, type Mfa, type RefreshStatus, refreshStatus } from './model/RefreshStatus.js'
export { type SavingsDetails } from './model/SavingsDetails.js'
export { type Stock, stock } from './model/Stock.js'
export { type Transaction, transaction } from './model/Transaction.js'
export { type User, user } from './model/User.js'
export { followLink } from './pages/followLink.js'
export { navigate, type NavigateCommand, type NavigateConfig, type Navigated } from './pages/navigate.js'
export { type Page } from './pages/Page.js'
export { type PageLink } from './pages/PageLink.js'
export { all, pages, type PagesConfig } from './pages/pages.js'
export { type PageStream } from './pages/PageStream.js'
export { pageActivity } from './platform/pageActivity.js'
export { pageWakes } from './platform/pageWakes.js'
export { type Bookmark, bookmark, type KeptRow, type Position } from './polling/Bookmark.js'
export { changes } from './polling/changes.js'
export { type ChangesConfig, type ChangesSettings, type StoredChangesConfig } from './polling/ChangesConfig.js'
export { type CheckpointStore } from './polling/CheckpointStore.js'
export { type ChangedRow, isRemoved } from './polling/ChangedRow.js'
export {
  type ClassifiedBatch,
  classifyChanges,
  type ClassifyChangesConfig,
  type KnownIds,
} from './polling/classifyChanges.js'
export { followPosted, type FollowPostedConfig, type PostableBatch } from './polling/followPosted.js'
export { liveRows, type LiveRowsConfig, type RowsWatchConfig } from './polling/liveRows.js'
export type { ListedAccounts } from './polling/reviewRows.js'
export {
  type Consent,
  type ConsentedItem,
  type ConsentedItems,
  type ConsentSession,
  watchConsents,
  type WatchConsentsConfig,
  type WatchedRounds,
} from './polling/watchConsents.js'
export { poll } from './polling/poll.js'
export { type PollConfig } from './polling/PollConfig.js'
export { type Until } from './polling/Until.js'
export { emptyPostedWindow, type PostedWindow, postedWindow } from './polling/PostedWindow.js'
export { sync } from './polling/sync.js'
export { type SyncBatch, type SyncConfig } from './polling/SyncConfig.js'
export { type RejectedRow } from './pages/RejectedRow.js'
export { type UpdatedBatch } from './polling/UpdatedBatch.js'
export { type UpdatedList } from './polling/updatedList.js'
export { type Work } from './polling/Work.js'
export { type Codecs, type OwnCodecs, type Resources, type ResourcesWith, type RowOf } from './profile/Codecs.js'
export { described } from './profile/described.js'
export { type Filter, type FilterOptions, type Filters, type FiltersOf } from './profile/Filter.js'
export { type ItemState, itemState } from './profile/itemState.js'
export { type ItemAction, type ItemStates } from './profile/ItemStates.js'
export { type LimitHeaders } from './profile/limitHeaders.js'
export { type Limit, type Limits } from './profile/limits.js'
export { type Method } from './profile/Method.js'
export { type Nesting } from './profile/Nesting.js'
export { type Operation } from './profile/Operation.js'
export { type OperationKey, operationTable } from './profile/operations.js'
export {
  type PathTemplate,
  type ProfilePaths,
  type ServiceInterface,
  type ServiceProfile,
} from './profile/ServiceProfile.js'
export { type Stage } from './profile/ServiceVersion.js'
export { either } from './stream/either.js'
export { send } from './stream/send.js'
export { type Stream } from './stream/Stream.js'
export type { KeptToken, TokenAnswer, TokenAsk, TokenStore } from './tokens/TokenStore.js'
