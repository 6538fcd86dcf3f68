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
  type UpdatableCollection,
  type UserClient,
} from './client/UserClient.js'
export { watchItemState, type WatchedItems, type WatchItemStateConfig } from './client/watchItemState.js'
export { withBreaker } from './client/withBreaker.js'
export { withBudget } from './client/withBudget.js'
export { withTokens } from './client/withTokens.js'
export { withUser } from './client/withUser.js'
export { type Clock } from './clock/Clock.js'
export { systemClock } from './clock/systemClock.js'
export { createVirtualClock, type VirtualClock } from './clock/virtualClock.js'
export { decode } from './codec/decode.js'
export { finite } from './codec/finite.js'
export { id } from './codec/id.js'
export { type Issue, issues } from './codec/issues.js'
export { list } from './codec/list.js'
export { nearest } from './codec/nearest.js'
export { noContent } from './codec/noContent.js'
export { object } from './codec/object.js'
export { options } from './codec/options.js'
export { type ParseFailure, parseJson } from './codec/parseJson.js'
export { plainDate } from './codec/plainDate.js'
export { record, type RecordType } from './codec/record.js'
export { type Fields, type RecordOf, type RecordOutput } from './codec/RecordOf.js'
export { timestamp } from './codec/timestamp.js'
export { uuid } from './codec/uuid.js'
export { type ClientConfig, type GatewayConfig } from './config.js'
export { AuthenticationError } from './error/AuthenticationError.js'
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
export { StatusError, type StatusErrorFields } from './error/StatusError.js'
export { TimeoutError } from './error/TimeoutError.js'
export { TokenUnavailable } from './error/TokenUnavailable.js'
export { UnspecifiedOperation } from './error/UnspecifiedOperation.js'
export { UnsupportedByVersion } from './error/UnsupportedByVersion.js'
export {
  type BudgetChanged,
  type BudgetScope,
  type CircuitChanged,
  type CircuitState,
  type ClientEvent,
  type ClientEventBody,
  type EventSubject,
  type Polled,
  type Requested,
  type Responded,
  type Restarted,
  type Retried,
  type RowRejected,
  type RowsSetBack,
  type TokenFailed,
  type TokenRenewed,
  type WatcherEnded,
  type WatcherStarted,
} from './event/ClientEvent.js'
export { type Emit } from './event/eventHub.js'
export { type BaseUrl } from './http/baseUrl.js'
export { type Connection } from './http/Connection.js'
export { type Http, type Policy } from './http/Http.js'
export { type HttpRequest, type Priority, wireHeaders, wireUrl } from './http/HttpRequest.js'
export { type HttpResponse } from './http/HttpResponse.js'
export { type RetryConfig } from './http/policies/retry.js'
export { type Access, type ListRequest, type Request } from './http/Request.js'
export { type CallConfig } from './http/toHttpRequest.js'
export { type AccessToken, accessToken } from './model/AccessToken.js'
export { type Account, account, type KnownAccountType } from './model/Account.js'
export { type AuthenticatedUser, authenticatedUser } from './model/AuthenticatedUser.js'
export { type Bank, bank, type BankFormField } from './model/Bank.js'
export { type BankCountry, type BankGroup, type BankPlace, bankTree } from './model/bankTree.js'
export { type Bridge2018Account } from './model/bridge/Bridge2018Account.js'
export { type Bridge2018Bank } from './model/bridge/Bridge2018Bank.js'
export { type Bridge2018BankCountry, type Bridge2018ParentBank } from './model/bridge/Bridge2018BankCountry.js'
export { type Bridge2018Category } from './model/bridge/Bridge2018Category.js'
export { type Bridge2018Item } from './model/bridge/Bridge2018Item.js'
export { type Bridge2018Stock } from './model/bridge/Bridge2018Stock.js'
export { type Bridge2018Transaction } from './model/bridge/Bridge2018Transaction.js'
export { type Bridge2018User } from './model/bridge/Bridge2018User.js'
export { type Bridge2019Account } from './model/bridge/Bridge2019Account.js'
export { type Bridge2019Bank } from './model/bridge/Bridge2019Bank.js'
export { type Bridge2019Item } from './model/bridge/Bridge2019Item.js'
export { type Bridge2019Transaction } from './model/bridge/Bridge2019Transaction.js'
export { type Bridge2021Account } from './model/bridge/Bridge2021Account.js'
export { type Bridge2021Bank } from './model/bridge/Bridge2021Bank.js'
export { type Bridge2021Category } from './model/bridge/Bridge2021Category.js'
export { type Bridge2021CategoryGroup } from './model/bridge/Bridge2021CategoryGroup.js'
export { type Bridge2021Item } from './model/bridge/Bridge2021Item.js'
export { type Bridge2021Stock } from './model/bridge/Bridge2021Stock.js'
export { type Bridge2021Transaction } from './model/bridge/Bridge2021Transaction.js'
export { type Reference } from './model/bridge/Reference.js'
export { type Category, category, type Subcategory } from './model/Category.js'
export { decimal } from './model/decimal.js'
export { type CategoryNode, type CategoryPlace, type CategoryTree, categoryTree } from './model/categoryTree.js'
export { type Envelope, envelope, type Pagination, rawEnvelope } from './model/Envelope.js'
export { type ErrorBody, errorBody } from './model/ErrorBody.js'
export { type Item, item, type KnownItemStatus } from './model/Item.js'
export { type LoanDetails, loanDetails } from './model/LoanDetails.js'
export { majorUnits } from './model/majorUnits.js'
export { matchPosted, type MatchPostedConfig, type RemovedAndAdded } from './model/matchPosted.js'
export { type PostedLink } from './model/matchTraces.js'
export { minorUnits } from './model/minorUnits.js'
export { type PostableRow, type PostedTrace } from './model/postedTrace.js'
export { redact, Redacted, reveal } from './model/Redacted.js'
export { type KnownRefreshStatus, type Mfa, type RefreshStatus, refreshStatus } from './model/RefreshStatus.js'
export { type SavingsDetails, savingsDetails } from './model/SavingsDetails.js'
export { type Stock, stock } from './model/Stock.js'
export { type Transaction, transaction } from './model/Transaction.js'
export { type User, user } from './model/User.js'
export { pageActivity } from './platform/pageActivity.js'
export { pageWakes } from './platform/pageWakes.js'
export { bridge2018, type Bridge2018Resources } from './profile/bridge2018.js'
export { bridge2019, type Bridge2019Resources } from './profile/bridge2019.js'
export { bridge2021, type Bridge2021Resources } from './profile/bridge2021.js'
export { type Codecs, type OwnCodecs, type Resources, type ResourcesWith, type RowOf } from './profile/Codecs.js'
export { described } from './profile/described.js'
export { type ItemState, itemState } from './profile/itemState.js'
export { type ItemAction, type ItemStates } from './profile/ItemStates.js'
export { type Limit, type Limits } from './profile/limits.js'
export { type Method } from './profile/Method.js'
export { type Nesting } from './profile/Nesting.js'
export {
  type PathTemplate,
  type ProfilePaths,
  type ServiceInterface,
  type ServiceProfile,
} from './profile/ServiceProfile.js'
export { changes } from './stream/changes.js'
export { type ChangesConfig, type ChangesSettings, type StoredChangesConfig } from './stream/ChangesConfig.js'
export { type CheckpointStore } from './stream/CheckpointStore.js'
export { type ChangedRow } from './stream/ChangedRow.js'
export {
  type ClassifiedBatch,
  classifyChanges,
  type ClassifyChangesConfig,
  type KnownIds,
} from './stream/classifyChanges.js'
export { either } from './stream/either.js'
export { followLink } from './stream/followLink.js'
export { followPosted, type FollowPostedConfig } from './stream/followPosted.js'
export { liveRows, type LiveRowsConfig } from './stream/liveRows.js'
export { navigate, type NavigateCommand, type NavigateConfig, type Navigated } from './stream/navigate.js'
export { type Page } from './stream/Page.js'
export { type PageLink } from './stream/PageLink.js'
export { all, pages, type PagesConfig } from './stream/pages.js'
export { type PageStream } from './stream/PageStream.js'
export { poll, type PollConfig } from './stream/poll.js'
export { emptyPostedWindow, type PostedWindow, postedWindow } from './stream/PostedWindow.js'
export { send } from './stream/send.js'
export { type RejectedRow, type UpdatedBatch } from './stream/UpdatedBatch.js'
export { type Work } from './stream/Work.js'
export { parseTape, tapeLine } from './tape/parseTape.js'
export { type RecordConfig } from './tape/RecordConfig.js'
export { recordHttp } from './tape/recordHttp.js'
export { type ReplayConfig, replayHttp } from './tape/replayHttp.js'
export { type TapeAnswer, type TapeEntry, tapeEntry, type TapeRequest, type TapeText } from './tape/TapeEntry.js'
export { type TapeFailure } from './tape/TapeFailure.js'
