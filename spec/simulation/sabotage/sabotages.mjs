import { args, drop, firstArgument, text, then, value } from './edits.mjs'

/** Only the lives of copies are lived, of so many seeds. */
const ofCopies = { part: 'copies', seeds: 10 }

/** Only the lives of proofs are lived, for some weeks. */
const ofProofs = { part: 'proofs', seeds: 6, users: 1, days: 20, faultRate: 0 }

/** Each fifth transaction, of those that are written. */
const eachFifth = "feed === 'transactions' && Number(id) % 5 === 0"

/**
 * Ways to break the client that the simulation must notice.
 *
 * - `breaks`: what no longer holds, in words.
 * - `by`: what the name of the invariant that notices has in it, one of these; that another one breaks does not count.
 * - `edits`: by marker, what becomes of the code in `lib/` that stands behind the comment `// #sabotage: MARKER`. They go by
 *   the form of that code, and by the names of nothing that is private to it, so that it may be renamed and moved.
 * - `imports`: what the edits need of other modules, by names of their own.
 * - `loads`: that what they change runs when its module is loaded, and not in each life; its modules are loaded anew then.
 * - `lives`: how it is looked for, where that is not as in ./run.mjs; `first` is a seed that notices it, so that those
 *   before it need not be lived.
 * - `hangs`: that the simulation does not end is to notice it, too; where this is not `true`, it is a failure.
 */
export const sabotages = [
  {
    name: 'single flight removed',
    breaks: 'one authentication at a time',
    by: ['one authentication'],
    edits: { 'single-flight': value('true') },
  },
  {
    name: 'an authentication that nobody waits for goes on',
    breaks: 'no request after the last unsubscribe',
    by: ['for nobody', 'one authentication'],
    edits: { 'nobody-waits': value('share({ resetOnRefCountZero: false })') },
  },
  {
    name: 'tokens are handed out a minute too late',
    breaks: 'no dead token',
    by: ['no dead token', 'within a minute'],
    edits: { 'dead-token': text('<= 0', '<= -60_000') },
  },
  {
    name: 'expiry by the monotonic clock alone',
    breaks: 'no dead token after a sleep',
    by: ['no dead token'],
    lives: { first: 2 },
    edits: { 'time-left': text(/return .*, (\w+)\)/, 'return $1') },
  },
  {
    name: 'expiry by the wall clock alone',
    breaks: 'no dead token after the clock was set back',
    by: ['no dead token', 'every update'],
    lives: { first: 2 },
    edits: { 'time-left': text(/return .*\((\w+), \w+\)/, 'return $1') },
  },
  {
    name: 'clocks that have leapt apart are believed',
    breaks: 'no dead token where the wall clock is set, before or while a token is asked for, and the machine sleeps',
    by: ['no dead token'],
    lives: { first: 2 },
    edits: { 'time-left': text(/return .* \? 0 : /, 'return ') },
  },
  {
    name: 'the difference of the clocks is ignored',
    breaks: 'no dead token on a machine whose clock is behind',
    by: ['no dead token', 'minutes before it ends', 'every update', 'errors with a ClientError'],
    lives: { first: 2 },
    edits: { 'clock-difference': value('true') },
  },
  {
    name: 'a token that died in the queue leaves',
    breaks: 'no dead token on the wire, however long a request waits for its turn',
    by: ['no dead token'],
    lives: { first: 11, users: 16, days: 3, faultRate: 0.4 },
    edits: { 'outlived-token': value('true') },
  },
  {
    name: 'the window of renewal is ignored',
    breaks: 'a subscriber holds the next token before the last one ends',
    by: ['minutes before it ends'],
    lives: { users: 40, days: 3, faultRate: 0 },
    edits: { 'renewal-window': text(/(\w+) - \w+,/, '$1,') },
  },
  {
    name: 'tokens are renewed without jitter',
    breaks: 'clients do not come at once',
    by: ['alike'],
    lives: { users: 40, days: 3, faultRate: 0 },
    edits: { 'renewal-jitter': text('random()', '0') },
  },
  {
    name: 'a refused token is kept',
    breaks: 'what was refused is not sent again',
    by: ['errors with a ClientError', 'within a minute'],
    edits: { 'refused-token': drop },
  },
  {
    name: 'failed authentications are repeated at once',
    breaks: 'no storm of requests',
    by: ['within a minute', 'asked to wait'],
    hangs: true,
    edits: { 'next-authentication': value('0') },
  },
  {
    name: 'retries without jitter',
    breaks: 'clients do not come back at once',
    by: ['alike'],
    lives: { first: 2 },
    edits: { 'full-jitter': text('random() *', 'random() * 0 +') },
  },
  {
    name: 'Retry-After is ignored',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    edits: { 'retry-after': text('* 1000', '* 0') },
  },
  {
    name: 'a retry ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    edits: { 'retry-asked-wait': args('Math.max', 1) },
  },
  {
    name: 'a wake hint ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    edits: { 'wake-asked-wait': args('Math.max', 1) },
  },
  {
    name: 'a watcher ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    lives: { first: 4 },
    edits: { 'watcher-wait': args('Math.max', 0, 2) },
  },
  {
    name: 'an authentication ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    edits: { 'authentication-asked-wait': value('0') },
  },
  {
    name: 'watchers do not back off',
    breaks: 'no storm of requests',
    by: ['within a minute', 'alike', 'asked to wait'],
    edits: { 'watcher-wait': args('Math.max', 0) },
  },
  {
    name: 'a request is not aborted',
    breaks: 'no request after unsubscribe',
    by: ['for nobody', 'one authentication'],
    loads: true,
    edits: {
      abort: value(`((next) =>
        $((request) =>
          new Stream((subscriber) => {
            next(request).subscribe({
              next: (value) => subscriber.next(value),
              error: (error) => subscriber.error(error),
              complete: () => subscriber.complete(),
            })
          }),
        ))`),
    },
    imports: "import { Observable as Stream } from 'rxjs'",
  },
  {
    name: 'a timer is not cleared',
    breaks: 'no timer without a subscriber',
    by: ['for nobody', 'a subscription'],
    edits: { 'timer-cleared': (node) => node.expression.arguments[0].getText() },
  },
  {
    name: 'links lead anywhere',
    breaks: 'nothing is sent outside the base URL',
    by: ['another origin'],
    edits: { 'foreign-link': drop },
  },
  {
    name: 'the checkpoint is saved before process has ended',
    breaks: 'no update lost in a crash',
    by: ['checkpoint is kept', 'every update'],
    edits: { 'checkpoint-after-process': args('concat', 1, 0) },
  },
  {
    name: 'the checkpoint is that of the first page',
    breaks: 'no update lost in a crash',
    by: ['checkpoint is kept', 'every update'],
    edits: { 'checkpoint-last-page': drop },
  },
  {
    name: 'the checkpoint is the local clock’s',
    breaks: 'no update lost on a machine whose clock is ahead',
    by: ['never move back', 'every update'],
    edits: { 'checkpoint-clock': text(/Math\.min\((.+) \? \w+ : (\w+), \w+\)/, '$1 ? this.#clock.wall() : $2') },
  },
  {
    name: 'the overlap is not subtracted',
    breaks: 'rows that are shown late are not lost',
    by: ['every update'],
    lives: { first: 2 },
    edits: { overlap: text(/ - \w+, 0\)/, ', 0)') },
  },
  {
    name: 'seen rows are known by id alone',
    breaks: 'every update reaches the sink',
    by: ['every update', 'as it was shown'],
    edits: { 'row-content': value("'known'") },
  },
  {
    name: 'rows are not known again',
    breaks: 'exactly once within a process',
    by: ['a row again'],
    edits: { 'row-known': drop },
  },
  {
    name: 'the rows of a bookmark are forgotten',
    breaks: 'a restart repeats no row of the bookmark',
    by: ['a row again'],
    edits: { 'bookmark-rows': text('bookmark?.rows', '[]') },
  },
  {
    name: 'a bookmark has a version of a row that a round which failed has replaced',
    breaks: 'the version that the service shows last is in the sink after a restart',
    by: ['as it was shown', 'every update'],
    lives: { first: 24, users: 5, days: 2 },
    edits: { 'bookmark-changed-rows': value('none') },
  },
  {
    name: 'a row that is stamped earlier is dropped',
    breaks: 'no update lost where the clocks of writers differ',
    by: ['as it was shown', 'every update'],
    lives: { first: 2 },
    edits: { 'row-outdated': text(/ && [^)]+/, '') },
  },
  {
    name: 'what a replica that is behind shows is kept for good',
    breaks: 'what the service shows last is in the sink in the end',
    by: ['as it was shown', 'every update'],
    lives: { first: 2 },
    edits: { 'row-returned': text("'returned'", "'known'") },
  },
  {
    name: 'nobody is told of stamps that go back',
    breaks: 'events$ tells of rows that are set back',
    by: ['earlier stamp'],
    lives: { first: 2 },
    edits: { 'set-back-event': value('false') },
  },
  {
    name: 'tombstones are dropped',
    breaks: 'every update reaches the sink',
    by: ['every update', 'as it was shown'],
    edits: { 'row-deleted': then((node) => `if (${firstArgument(node)}?.is_deleted) return false`) },
  },
  {
    name: 'a dead cursor ends the round as if it were whole',
    breaks: 'every update reaches the sink',
    by: ['checkpoint is kept', 'every update'],
    lives: { first: 4 },
    edits: {
      'dead-cursor': value(`(next) => {
        const isDead = ({ page }, { _tag, status }) =>
          page._tag === 'Some' && page.value > 1 && _tag === 'StatusError' && [400, 404, 410].includes(status)
        const empty = { status: 200, headers: {}, body: '{"resources":[]}' }
        return $((asked) => next(asked).pipe(caught((error) => (isDead(asked, error) ? [empty] : failed(() => error)))))
      }`),
    },
    imports: "import { catchError as caught, throwError as failed } from 'rxjs'",
  },
  {
    name: 'the store is not told',
    breaks: 'what is acknowledged is kept',
    by: ['checkpoint is kept'],
    edits: { 'checkpoint-stored': value('[]') },
  },
  {
    name: 'errors of process are swallowed',
    breaks: 'every update reaches the sink',
    by: ['checkpoint is kept', 'every update'],
    edits: { 'process-error': value('$.pipe(caught(() => []))') },
    imports: "import { catchError as caught } from 'rxjs'",
  },
  {
    name: 'an event tells the token',
    breaks: 'no secret in an event',
    by: ['no secret'],
    edits: { 'event-secret': text(/(\w+\.token)\.expires_at/, '$&, token: revealed($1.access_token)') },
    imports: "import { reveal as revealed } from '#lib/base/Redacted.js'",
  },
  {
    name: 'an error tells the row',
    breaks: 'no data in an error',
    by: ['no secret'],
    lives: { first: 4 },
    edits: {
      'error-data': text(/issues: ([\w.]+)/, 'issues: $1.map(({ path }) => ({ path, expected: JSON.stringify(row) }))'),
    },
  },
  {
    name: 'a permit is returned when its request leaves',
    breaks: 'requests stay within the budget',
    by: ['no more than the limit'],
    edits: {
      'permit-departure': text(/ \+ .+/, ''),
      'permit-answer': drop,
      'permit-error': drop,
    },
  },
  {
    name: 'the permit of an aborted request is returned as if it could not arrive any more',
    breaks: 'requests stay within the budget at the door of the service',
    by: ['no more than the limit'],
    edits: { 'permit-end': text(/\((\w+)\)$/, '(Math.min($1, clock.monotonic()))') },
  },
  {
    name: 'an answer that was cut off is taken for whole',
    breaks: 'a watcher lives through what passes',
    by: ['what does not pass'],
    edits: { 'cut-off': drop },
  },
  // What follows is found by the lives of copies.
  {
    name: 'rows stay in a mirror when their account goes',
    breaks: 'no row of an account that is gone',
    by: ['go with their account', 'sums of each copy', 'rows of the service'],
    lives: ofCopies,
    edits: { 'rows-of-account': value('[]') },
  },
  {
    name: 'rows stay in memory when their account goes',
    breaks: 'no row of an account that is gone',
    by: ['sums of each copy', 'rows of the service'],
    lives: ofCopies,
    edits: { 'memory-of-account': value('rows') },
  },
  {
    name: 'rows stay in memory that whole lists no longer show',
    breaks: 'no row that is gone without a word',
    by: ['sums of each copy', 'rows of the service'],
    lives: ofCopies,
    edits: { 'memory-of-list': value('new Set()') },
  },
  {
    name: 'a mirror believes a whole list of a replica that lags',
    breaks: 'no earlier version by a whole list',
    by: ['earlier version', 'rows of the service', 'sums of each copy'],
    lives: ofCopies,
    edits: { 'recent-rows': value('new Set()'), 'recent-span': value('undefined') },
  },
  {
    name: 'rows in memory believe a whole list of a replica that lags',
    breaks: 'no earlier version by a whole list',
    by: ['earlier version', 'rows of the service', 'sums of each copy'],
    lives: ofCopies,
    edits: { 'memory-of-reports': value('() => false') },
  },
  {
    name: 'a row that one list does not show is removed at once',
    breaks: 'a list that is empty, or shifts while it is read, removes nothing',
    by: ['told as removed', 'never leaves'],
    lives: { ...ofCopies, first: 36 },
    edits: { 'absence-found': value('[]'), 'absence-patience': value('0') },
  },
  {
    name: 'a deleted item stays among the transactions without a counterpart',
    breaks: 'no data of an item whose deletion a webhook reported',
    by: ['is left in a mirror'],
    lives: ofCopies,
    edits: { 'posted-of-item': drop },
  },
  {
    name: 'a deleted item stays in the log if a round has deleted its rows before',
    breaks: 'no data of an item whose deletion a webhook reported',
    by: ['is left in a mirror'],
    lives: ofCopies,
    edits: { 'logged-rows': drop, 'logged-item': drop },
  },
  {
    name: 'the log does not tell of a deleted item if a round has deleted its rows before',
    breaks: 'readers of the log learn which items were erased',
    by: ['tells of each item'],
    lives: ofCopies,
    edits: { 'erased-item': value('rows > 0') },
  },
  {
    name: 'a mirror ignores the uuid of its user',
    breaks: 'a user who was made again begins anew',
    by: ['copy is of the user', 'sums of each copy', 'rows of the service', 'left in a mirror'],
    lives: ofCopies,
    edits: { 'mirror-uuid': value('userUuid !== undefined') },
  },
  {
    name: 'rows in memory ignore the uuid of their user',
    breaks: 'a user who was made again begins anew',
    by: ['sums of each copy', 'rows of the service'],
    lives: ofCopies,
    edits: { 'memory-uuid': value('true') },
  },
  {
    name: 'repeats of deferred debits are in the sum',
    breaks: 'sums of what is shown',
    by: ['sums of each copy'],
    lives: ofCopies,
    loads: true,
    edits: { 'is-shown': text("json_type(row, '$.show_client_side') IS NOT 'false'", 'true') },
  },
  {
    name: 'rows that are not booked yet are in the sum',
    breaks: 'sums of what is booked',
    by: ['sums of each copy'],
    lives: ofCopies,
    loads: true,
    edits: { views: text('WHERE is_future IS NOT TRUE', '') },
  },
  {
    name: 'rows without an exact amount are not counted',
    breaks: 'a sum says how many rows are not in it',
    by: ['sums of each copy'],
    // Few rows have such an amount, and fewer still have it in the end.
    lives: { ...ofCopies, seeds: 30 },
    loads: true,
    edits: { 'inexact-count': text('count(*) - count(minor_units)', '0') },
  },
  {
    name: 'an amount with the noise of binary arithmetic is no amount',
    breaks: 'sums of all that is exact',
    by: ['sums of each copy'],
    lives: ofCopies,
    edits: { 'amount-noise': value('digitsOf(amount)') },
  },
  {
    name: 'an amount that is a text is no amount',
    breaks: 'sums of all that is exact',
    by: ['sums of each copy'],
    lives: { ...ofCopies, first: 21 },
    edits: { 'amount-text': (node) => node.getText().replace('digitsOfText(amount)', 'undefined') },
  },
  {
    name: 'a tombstone without other fields is refused',
    breaks: 'every removal is seen',
    by: ['what passes ends no', 'sums of each copy'],
    lives: ofCopies,
    edits: { 'bare-tombstone': value('undefined') },
  },
  {
    name: 'rows are compared as texts',
    breaks: 'what is the same is not told as changed',
    by: ['told as changed'],
    lives: { ...ofCopies, first: 13 },
    loads: true,
    edits: { 'row-differs': value("'old.row <> excluded.row'") },
  },
  {
    name: 'texts reach the database as they are',
    breaks: 'a text that a database cannot store stops nobody',
    by: ['what passes ends no', 'sums of each copy'],
    lives: ofCopies,
    loads: true,
    edits: { 'kept-text': value('(text) => text') },
  },
  {
    name: 'a feed that fails stops the others',
    breaks: 'one bad thing does not stop everything',
    by: ['what passes ends no', 'sums of each copy', 'rows of the service'],
    lives: ofCopies,
    edits: { 'one-feed': value('true') },
  },
  {
    name: 'a wrong value of an optional field refuses its row',
    breaks: 'one bad thing does not stop everything',
    by: ['what passes ends no', 'sums of each copy'],
    lives: ofCopies,
    loads: true,
    edits: { 'optional-field': value('fields') },
  },
  {
    name: 'a transaction that failed is not rolled back',
    breaks: 'a database that fails for a while stops nobody',
    by: ['copy is of the user', 'sums of each copy', 'rows of the service', 'what passes ends no'],
    lives: ofCopies,
    edits: { 'roll-back': drop },
  },
  {
    name: 'a fleet waits for a silent database for ever',
    breaks: 'a round never hangs',
    by: ['sums of each copy', 'rows of the service', 'of the user whom'],
    lives: ofCopies,
    edits: { 'silent-database': value('map((batch) => batch)') },
  },
  {
    name: 'a locked database is taken for a broken one',
    breaks: 'a database that is locked for a while stops nobody',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'locked-database': value('false') },
  },
  {
    name: 'a burst of 401 is final',
    breaks: 'what passes ends no watcher',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'burst-of-401': value('error') },
  },
  {
    name: 'the 401 of a new token is final',
    breaks: 'a token that is known late ends no watcher',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'new-token': drop, 'burst-of-401': value('error') },
  },
  {
    name: 'each request tries a refused new token by itself',
    breaks: 'one request tries a new token that was refused, and the others wait for its result',
    by: ['with refused ones in a storm'],
    lives: ofCopies,
    edits: { 'one-trier': value('true') },
  },
  {
    name: 'an answer that is not the service’s is final',
    breaks: 'what passes ends no watcher',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'foreign-answer': value('false') },
  },
  {
    name: 'the lists of a round are sent as if somebody waited for them',
    breaks: 'a burst of 401 ends no round',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'lists-priority': value("'interactive'") },
  },
  {
    name: 'a mirror stores fractions of milliseconds',
    breaks: 'any clock will do',
    by: ['what passes ends no'],
    lives: ofCopies,
    edits: { 'whole-milliseconds': value('() => clock.wall()') },
  },
  {
    name: 'a transaction is lost now and then',
    breaks: 'balances agree with their rows',
    by: ['told to differ'],
    lives: ofProofs,
    edits: { 'stored-rows': text('rows: storedRows', `rows: storedRows.filter(({ id }) => !(${eachFifth}))`) },
  },
  {
    name: 'a transaction is doubled now and then',
    breaks: 'balances agree with their rows',
    // A comparison with the whole list removes most of them before the difference has lasted.
    by: ['told to differ', 'told within three days', 'compares balances'],
    lives: ofProofs,
    edits: {
      'stored-rows': text(
        'rows: storedRows',
        `rows: storedRows.flatMap((row) => (({ id }) => ${eachFifth})(row) ? [row, { ...row, id: row.id + '0' }] : [row])`,
      ),
    },
  },
  {
    name: 'a changed transaction is not written',
    breaks: 'balances agree with their rows',
    by: ['told to differ'],
    lives: ofProofs,
    edits: { 'written-rows': text('dialect.rowDiffers', "feed === 'transactions' ? 'false' : dialect.rowDiffers") },
  },
  {
    name: 'a removed transaction stays',
    breaks: 'balances agree with their rows',
    by: ['told to differ'],
    lives: ofProofs,
    edits: {
      'removed-rows': text('acceptedWrite.removedIds', "feed === 'transactions' ? [] : acceptedWrite.removedIds"),
    },
  },
  {
    name: 'a difference of balances is believed at once',
    breaks: 'a balance is told to differ only if no delay explains it',
    by: ['told to differ'],
    lives: ofProofs,
    edits: { 'balance-difference': text(/ && .*/, '') },
  },
  {
    name: 'a difference of balances is never believed',
    breaks: 'a balance that differs is told',
    by: ['told within three days'],
    lives: ofProofs,
    edits: { 'balance-difference': value('false') },
  },
  {
    name: 'a difference of balances is believed after three rounds',
    breaks: 'the balance of a bank may be hours ahead of its rows',
    by: ['told to differ'],
    lives: ofProofs,
    edits: { 'difference-lasts': text(/&&\s+\w+ >= \(.*\) &&/, '&&') },
  },
  {
    name: 'rows that leave at the old end are taken for removed ones',
    breaks: 'a bank may show only its last days',
    by: ['told to differ'],
    lives: { ...ofProofs, first: 6 },
    edits: { 'rolling-window': value('() => false') },
  },
  {
    name: 'a card that was paid is not set back',
    breaks: 'a deferred card goes back to zero each month',
    by: ['told to differ'],
    lives: ofProofs,
    edits: { 'card-set-back': value('false') },
  },
  {
    name: 'headers that tell when a limit is reset are ignored',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    edits: { 'limit-reset': value('none') },
  },
]
