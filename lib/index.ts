/**
 * Tokens, pages and polling of a bank data service as Observables. Begin with {@link createClient}, or, in a page, with
 * {@link createGatewayClient}.
 *
 * @module rxbank
 */
export type { NewUser, PasswordChange, UserIdentity } from './service/api/userRequests.js'
export {
  type BankForm,
  type BankFormCallback,
  type BankFormCallbackConfig,
  parseBankFormCallback,
} from './service/api/bankForm.js'
export { type Language } from './service/api/categoryRequests.js'
export {
  type BankCollection,
  type CategoryCollection,
  type CategoryOptions,
  type Client,
  type UserCollection,
  type UserDeletion,
} from './client/Client.js'
export { type Collection } from './client/collection.js'
export { createClient } from './client/createClient.js'
export { createGatewayClient } from './client/createGatewayClient.js'
export { type OwnRequests } from './client/ownRequests.js'
export { type GatewayClient, type GatewayUserClient } from './client/GatewayClient.js'
export { type Identity } from './client/userIdentity.js'
export { platformHttp } from './client/platformHttp.js'
export { type StartedRefresh, type WatchRefreshConfig } from './client/itemRefreshes.js'
export { type TreeCollection } from './client/treeCollection.js'
export {
  type AccountCollection,
  type InsightCollection,
  type ItemCollection,
  type StockCollection,
  type TransactionCollection,
  type UpdatableCollection,
  type UpdatedConfig,
  type UserClient,
} from './client/UserClient.js'
export { type WatchedItem, watchItem, type WatchItemConfig } from './client/watchItem.js'
export { type WatchedItems, watchItemState, type WatchItemStateConfig } from './client/watchItemState.js'
export { type Clock } from './base/clock/Clock.js'
export { systemClock } from './base/clock/systemClock.js'
export { createVirtualClock, type VirtualClock } from './base/clock/virtualClock.js'
export { type Assumed, type AssumedFields, type Json } from './base/codec/assumed.js'
export { type Issue } from './base/codec/issues.js'
export { fromOption, toOption } from './base/codec/fromOption.js'
export { type ClientConfig, type GatewayConfig } from './client/config/ClientConfig.js'
export { AuthenticationError, rejectedCredentials, type RejectedCredentials } from './base/error/AuthenticationError.js'
export { type ErrorJson, type ErrorPlace } from './base/error/BaseError.js'
export { type ClientError, isClientError } from './base/error/ClientError.js'
export { clientErrorFromJson } from './base/error/clientErrorFromJson.js'
export { ConfigError } from './base/error/ConfigError.js'
export { DeadlineExceeded } from './base/error/DeadlineExceeded.js'
export { DecodeError, type DecodeReason } from './base/error/DecodeError.js'
export { isTransient } from './base/error/isTransient.js'
export { NetworkError } from './base/error/NetworkError.js'
export { PagingError, type PagingReason } from './base/error/PagingError.js'
export { RequestNotSent, type NotSentReason } from './base/error/RequestNotSent.js'
export { type SecretReason, SecretUnavailable } from './base/error/SecretUnavailable.js'
export { type ErrorCode, StatusError, type StatusErrorFields, type SupportFacts } from './base/error/StatusError.js'
export { TimeoutError } from './base/error/TimeoutError.js'
export { TokenUnavailable } from './base/error/TokenUnavailable.js'
export { UnspecifiedOperation } from './base/error/UnspecifiedOperation.js'
export { UnsupportedByVersion } from './base/error/UnsupportedByVersion.js'
export {
  type InexactAmount,
  type BudgetChanged,
  type BudgetScope,
  type CircuitChanged,
  type CircuitState,
  type ClientEvent,
  type ClientEventBody,
  type DatabaseFailure,
  type EventSubject,
  type EventWatcher,
  type FieldMismatch,
  type PermitsFailed,
  type Polled,
  type Requested,
  type Responded,
  type Restarted,
  type Retried,
  type RowRejected,
  type RowsReverted,
  type ApiVersionSunset,
  type TokenFailed,
  type TokenRenewed,
  type TokenStoreFailed,
  type TokenStoreFailure,
  type UserReplaced,
  type WatcherEnded,
  type WatcherStarted,
} from './base/event/ClientEvent.js'
export { type Emit } from './base/event/eventHub.js'
export { type BaseUrl } from './http/baseUrl.js'
export {
  type PermitLease,
  type PermitRequest,
  type PermitSource,
  type PermitStatus,
  type ReleasedPermit,
  type SharedPermits,
} from './http/budget/PermitSource.js'
export { sharedPermits } from './http/budget/sharedPermits.js'
export { type Connection } from './http/Connection.js'
export { type Http, type Policy } from './http/Http.js'
export { type HttpRequest, type Priority, wireHeaders, wireUrl } from './http/HttpRequest.js'
export { type HttpResponse } from './http/HttpResponse.js'
export { type RetryConfig } from './http/policies/retry.js'
export { type Access, type ListRequest, type Request } from './service/api/Request.js'
export { toClientError } from './http/toClientError.js'
export { type CallConfig } from './http/toHttpRequest.js'
export type { AccessToken, AuthenticatedUser } from './service/model/AccessToken.js'
export {
  type Account,
  type AssumedLoanDetails,
  type AssumedSavingsDetails,
  type KnownAccountType,
} from './service/model/Account.js'
export { type AccountInformation, type CheckedAccount } from './service/model/AccountInformation.js'
export { type AssumedBankFormField, type Bank } from './service/model/Bank.js'
export { type BankCountry, type BankGroup, type BankPlace, bankTree } from './service/model/bankTree.js'
export type { Category, CategoryInsights, Subcategory } from './service/model/Category.js'
export { decimal } from './service/model/decimal.js'
export { type CategoryNode, type CategoryPlace, type CategoryTree, categoryTree } from './service/model/categoryTree.js'
export { type Item, type KnownItemStatus } from './service/model/Item.js'
export { majorUnits, minorUnits } from './service/model/minorUnits.js'
export { matchPosted, type MatchPostedConfig, type RemovedAndAdded } from './service/model/matchPosted.js'
export { type PostedLink } from './service/model/linkRows.js'
export { type PostableRow } from './service/model/MatchFields.js'
export { redact, Redacted, reveal } from './base/Redacted.js'
export type { UpdatedRow, RemovalFlag, RemovedRow } from './service/model/RemovedRow.js'
export { type AssumedMfa, type KnownRefreshStatus, type RefreshStatus } from './service/model/RefreshStatus.js'
export type { ConsentSession } from './service/model/ConsentSession.js'
export { type Stock } from './service/model/Stock.js'
export { type Transaction } from './service/model/Transaction.js'
export { type User } from './service/model/User.js'
export { type NavigateCommand, type NavigateConfig, type NavigationState } from './streams/pages/navigate.js'
export type { Page, PageLink } from './streams/pages/PageLink.js'
export type { PagesConfig } from './streams/pages/pages.js'
export type { PageStream } from './streams/pages/PageStream.js'
export { pageActivity, pageWakeUps } from './base/platform/pageEvents.js'
export { type Bookmark, type CheckpointStore, type Position, type SeenRow } from './streams/polling/Bookmark.js'
export type {
  ChangesConfig,
  ChangesSettings,
  StoredChangesConfig,
  UpdatedBatch,
} from './streams/polling/ChangesConfig.js'
export type { PollConfig } from './streams/polling/poll.js'
export type { UntilPredicate } from './streams/polling/UntilPredicate.js'
export { type ChangedRow, isRemoved } from './streams/polling/ChangedRow.js'
export {
  type ClassifiedBatch,
  classifyChanges,
  type ClassifyChangesConfig,
  type KnownIds,
} from './streams/polling/classifyChanges.js'
export {
  emptyPostedWindow,
  followPosted,
  type FollowPostedConfig,
  type PostableBatch,
  type PostedWindow,
} from './streams/polling/followPosted.js'
export { type Feed, type FeedList, type FeedRow, liveFeed, type LiveFeedConfig } from './streams/polling/liveFeed.js'
export { type LiveList, liveRows, type LiveRowsConfig, type RowsWatchConfig } from './streams/polling/liveRows.js'
export type { ListedAccounts } from './streams/polling/reconcileRows.js'
export {
  type Consent,
  type ConsentedItem,
  type ConsentedItems,
  watchConsents,
  type WatchConsentsConfig,
  type WatchedRounds,
} from './streams/polling/watchConsents.js'
export type { SyncBatch, SyncConfig } from './streams/polling/syncChanges.js'
export type { RejectedRow } from './streams/pages/decodeRows.js'
export { type UpdatedList } from './streams/polling/updatedList.js'
export { type AsyncResult } from './streams/polling/AsyncResult.js'
export {
  type Codecs,
  type OwnCodecs,
  type Resources,
  type ResourcesWith,
  type RowOf,
} from './service/profile/Codecs.js'
export { documentedProfile } from './service/profile/documentedProfile.js'
export type {
  ListFilter,
  FilterOptions,
  Filters,
  FiltersOf,
  ItemAction,
  ItemStates,
  ListGrouping,
  PathTemplate,
  ProfilePaths,
  ServiceInterface,
  ServiceProfile,
} from './service/profile/ServiceProfile.js'
export { type ItemState, itemState } from './service/profile/itemState.js'
export { type RateLimitHeaders } from './service/profile/limitHeaders.js'
export { type RequestLimit, type Limits } from './service/profile/rateLimits.js'
export type { HttpMethod, Operation } from './service/profile/Operation.js'
export { type OperationKey, operationTable } from './service/profile/operations.js'
export { type ApiVersion } from './service/profile/ServiceVersion.js'
export { toEither } from './streams/send/toEither.js'
export {
  type PlatformObservable,
  type PlatformObservableInput,
  type PlatformObserver,
  type PlatformSubscribeOptions,
  toPlatform,
} from './streams/send/toPlatform.js'
export { type Stream } from './streams/send/Stream.js'
export type { StoredToken, TokenResponse, TokenRequest, TokenStore } from './streams/tokens/TokenStore.js'
