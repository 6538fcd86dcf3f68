import * as mirror from './mirrorTries.js'
import * as token from './tokenTries.js'
import * as watcher from './watcherTries.js'
import * as webhook from './webhookTries.js'

/** A public report, at `https://github.com/` and then the owner, the repository, `issues` and the number. */
interface Report {
  readonly address: string
  /** What people saw. */
  readonly seen: string
  /** How it is tried here. */
  readonly tried: string
  readonly promise: string
  readonly attempt: () => void | Promise<void>
}

const reports: ReadonlyArray<Report> = [
  {
    address: 'picqer/exact-php-client#487',
    seen: 'a token has expired when it is issued, and each request asks for another',
    tried: '20 requests at once, and tokens that ended a minute ago',
    promise: 'each gets a TokenUnavailable, nothing is sent with such a token, and nobody asks twice',
    attempt: token.expiredAtIssue,
  },
  {
    address: 'damienbod/angular-auth-oidc-client#891',
    seen: 'authentication takes longer than the time between requests; each request cancels it, and it never ends',
    tried: 'a hundred requests, one each 100 ms, and an authentication of 25 s',
    promise: 'one authentication, and all are answered',
    attempt: token.slowAuthentication,
  },
  {
    address: 'friggframework/frigg#636',
    seen: 'all who wait for a shared renewal count its failure, and lock the user out',
    tried: '50 requests that wait for an authentication that is refused',
    promise: 'one authentication; each request gets its error',
    attempt: token.waitersOfFailure,
  },
  {
    address: 'openfga/js-sdk#333',
    seen: 'all who wait fail with the first failure of a shared renewal, or each retries by itself',
    tried: '50 requests that wait for an authentication that fails three times with a 503',
    promise: 'four authentications, and all requests are answered',
    attempt: token.waitersOfOutage,
  },
  {
    address: 'infusionsoft/infusionsoft-php#220',
    seen: 'the lock of a renewal ends before the renewal, and another process renews too',
    tried: 'two processes with one token store, and an authentication of 40 s, which is longer than a lease',
    promise: 'one authentication for both',
    attempt: token.lockEndsFirst,
  },
  {
    address: 'DanGahan/confluence#217',
    seen: 'a 403 for a missing right drops the token at every poll',
    tried: 'a hundred requests that are answered with 403',
    promise: 'one authentication',
    attempt: token.forbiddenEachRound,
  },
  {
    address: 'mozilla/fxa-oauth-server#370',
    seen: 'tokens that were issued together are renewed together, and the service falls over',
    tried: '200 users who begin in the same moment',
    promise: 'all are renewed in time, and fewer than 20 in any second',
    attempt: token.renewalsSpread,
  },
  {
    address: 'firefly-iii/firefly-iii#10531',
    seen: 'a GET is answered with 409, "Account is processing", for days, and the import ends',
    tried: 'a watcher, an hour of 409 and an hour of 423',
    promise: 'it goes on with what is new; the 409 to a POST stays an error',
    attempt: watcher.busyForAnHour,
  },
  {
    address: 'firefly-iii/firefly-iii#10531, in a mirror',
    seen: 'one account that is processing stops the others',
    tried: 'a round in which two lists are answered with 409',
    promise: 'the others are read and written, and the error is transient',
    attempt: watcher.busyFeed,
  },
  {
    address: 'firefly-iii/firefly-iii#8524',
    seen: 'a 401 for the consent of one account is taken for a token that is no longer good',
    tried: 'twelve rounds in which only the list of accounts is answered with 401',
    promise: 'transactions are written in each round, with one new token a round at most',
    attempt: watcher.unauthorizedResource,
  },
  {
    address: 'jiayihu/rx-polling#8',
    seen: 'with answers that are slower than the interval no poll ever succeeds',
    tried: 'a poll each second of a service that answers after five',
    promise: 'each question is answered, one after the other, and none is aborted',
    attempt: watcher.slowerThanInterval,
  },
  {
    address: 'cloudfoundry/stratos#1571',
    seen: 'polling goes on after the screen was left',
    tried: 'two watchers and a token, which are left after ten minutes',
    promise: 'not one request in the ten hours after that, and no timer',
    attempt: watcher.screenLeft,
  },
  {
    address: 'monetr/monetr#3126',
    seen: 'the moment that is kept is refused for ever, and only starting over by hand helps',
    tried: 'a watcher with a checkpoint that the service answers with 400',
    promise: 'it starts over by itself and tells so; a 400 to any request is its error, after two requests',
    attempt: watcher.refusedSince,
  },
  {
    address: 'webhookdb/webhookdb#646',
    seen: 'a cursor that is no longer known has to be cleared by hand',
    tried: 'three rounds of a mirror whose bookmark the service answers with 400',
    promise: 'the rounds complete, and the new row is there',
    attempt: watcher.refusedBookmark,
  },
  {
    address: 'elizaOS/eliza#21739',
    seen: 'paging ends at a maximum of pages as if the list were complete',
    tried: 'a list without end and maxPages of 5',
    promise: 'an error, and no checkpoint',
    attempt: watcher.cutPaging,
  },
  {
    address: 'actualbudget/actual#8846',
    seen: 'the last page links to itself, and each payment is imported twice',
    tried: 'a round over such a list, and one after the service has mended it',
    promise: 'an error, and then each payment once',
    attempt: watcher.repeatedLastPage,
  },
  {
    address: 'actualbudget/actual#4539',
    seen: '23 accounts are read at once, and all fail by the limits',
    tried: '23 requests at once of a service that answers four a second',
    promise: 'all are answered',
    attempt: watcher.manyAccounts,
  },
  {
    address: 'actualbudget/actual#8221 and we-promise/sure#3497',
    seen: 'of two payments with the same day, amount and payee one is dropped',
    tried: 'two such payments, and two rounds of a mirror',
    promise: 'two rows, and the sum of both',
    attempt: mirror.twinsStayTwo,
  },
  {
    address: 'actualbudget/actual#8221, while they are booked',
    seen: 'of two alike payments one is lost when both are booked under other ids',
    tried: 'two pending payments that post in one round',
    promise: 'two booked rows, and no pending one',
    attempt: mirror.twinsBookedStayTwo,
  },
  {
    address: 'letehaha/budget-tracker#643 and martinohansen/ynabber#75',
    seen: 'a payment comes under another id and day when it is booked, and both rows stay',
    tried: 'a pending row that is removed, and another of the same amount with a later day',
    promise: 'one row, and its amount once',
    attempt: mirror.bookedUnderAnotherId,
  },
  {
    address: 'actualbudget/actual#7799',
    seen: 'ids are places in a list: an id names another payment later',
    tried: 'a list whose ids are places, which grows, shrinks and changes',
    promise: 'the mirror is equal to the list, by id and amount',
    attempt: mirror.positionalIds,
  },
  {
    address: 'maybe-finance/maybe#1248',
    seen: 'amounts below 1, such as -0.64, are lost',
    tried: 'amounts of cents, 0 and 1e-2',
    promise: 'each is exact, and so is their sum',
    attempt: mirror.belowOne,
  },
  {
    address: 'RubyMoney/money#176 and thunderbird/thunderbird-accounts#1152',
    seen: 'amounts of currencies with 0, 3 or 4 decimals are a hundred times too large or small',
    tried: 'amounts in yen, dinars and units of account, and in codes that ISO 4217 does not have, such as eur',
    promise: 'exact sums by currency; what has no exact amount is counted, and in no sum',
    attempt: mirror.decimalsOfCurrencies,
  },
  {
    address: 'firefly-iii/firefly-iii#10590',
    seen: 'an import of no transactions fails',
    tried: 'a round over an empty list, and one with a row',
    promise: 'both complete, and the row is there',
    attempt: mirror.nothingYet,
  },
  {
    address: 'otherworld-dev/Budget#277',
    seen: 'one transient failure sets a connection aside, and what is suspended is never tried again',
    tried: 'a fleet, and six hours each of 503, 409 and 429, of some lists and of all',
    promise: 'nothing is suspended, and each time the new row comes',
    attempt: mirror.neverParked,
  },
  {
    address: 'MattFaz/actuali#67',
    seen: 'another process holds the lock of SQLite, and the payment of that moment is lost',
    tried: 'a round while another connection writes, and one after it',
    promise: 'a transient error, and then the row',
    attempt: mirror.lockedFile,
  },
  {
    address: 'stellarBank/StellarBank#39',
    seen: 'two deliveries of one webhook race, and it is applied twice',
    tried: 'three deliveries at the same moment, stored by a slow database, which was down before',
    promise: 'all are answered once it is stored; it is stored once and reported once',
    attempt: webhook.deliveredTwiceAtOnce,
  },
  {
    address: 'Automattic/woocommerce-payments#3783',
    seen: 'a webhook comes before what it is about exists',
    tried: 'a webhook without any row behind it, and a row that comes later without a webhook',
    promise: 'no error, and the row is read by the next round',
    attempt: webhook.reportedTooEarly,
  },
  {
    address: 'paypal/mirakl-hyperwallet-connector#35',
    seen: 'webhooks come out of order, and an older state replaces a newer one',
    tried: 'webhooks of four changes, delivered last first',
    promise: 'the row has its last amount',
    attempt: webhook.outOfOrder,
  },
  {
    address: 'octokit/webhooks.js#1155',
    seen: 'the signature of a body that is not ASCII is refused',
    tried: 'a body with accents, other scripts and an emoji, signed over its bytes, and over other bytes',
    promise: 'the first is accepted, the other refused',
    attempt: webhook.notAscii,
  },
  {
    address: 'NousResearch/hermes-agent#65307',
    seen: 'a signature that is not ASCII ends the receiver with a 500',
    tried: 'odd signatures, an empty one and one of 100,000 digits',
    promise: 'each is answered with 401',
    attempt: webhook.oddSignature,
  },
]

it.each(reports)('$address: $seen; $tried: $promise', async ({ attempt }) => {
  await attempt()
})
