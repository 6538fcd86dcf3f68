/**
 * Ways to break the client that the simulation must notice.
 *
 * - `breaks`: what no longer holds, in words.
 * - `by`: what the name of the invariant that notices has in it, one of these; that another one breaks does not count.
 * - `edits`: in `file`; each replaces text that stands there exactly once.
 * - `lives`: how it is looked for, where that is not as in ./run.mjs.
 * - `hangs`: that the simulation does not end is to notice it, too; where this is not `true`, it is a failure.
 */
export const sabotages = [
  {
    name: 'single flight removed',
    breaks: 'one authentication at a time',
    by: ['one authentication'],
    file: 'lib/stream/heldToken.ts',
    edits: [['return (this.flight ??= this.start())', 'return this.start()']],
  },
  {
    name: 'an authentication that nobody waits for goes on',
    breaks: 'no request after the last unsubscribe',
    by: ['for nobody', 'one authentication'],
    lives: { users: 30, days: 3, faultRate: 0.4 },
    file: 'lib/stream/heldToken.ts',
    edits: [
      [
        '      share(),\n    )\n    return started',
        '      share({ resetOnRefCountZero: false }),\n    )\n    return started',
      ],
    ],
  },
  {
    name: 'tokens are handed out a minute too late',
    breaks: 'no dead token',
    by: ['no dead token', 'within a minute'],
    file: 'lib/stream/heldToken.ts',
    edits: [
      [
        'until(current.value.life.expires, this.connection.clock) > 0',
        'until(current.value.life.expires, this.connection.clock) > -60_000',
      ],
    ],
  },
  {
    name: 'expiry by the monotonic clock alone',
    breaks: 'no dead token after a sleep',
    by: ['no dead token'],
    file: 'lib/clock/Moment.ts',
    edits: [
      [
        'Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())',
        'moment.monotonic - clock.monotonic()',
      ],
    ],
  },
  {
    name: 'expiry by the wall clock alone',
    breaks: 'no dead token after the clock was set back',
    by: ['no dead token', 'every update'],
    file: 'lib/clock/Moment.ts',
    edits: [
      ['Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())', 'moment.wall - clock.wall()'],
    ],
  },
  {
    name: 'the difference of the clocks is ignored',
    breaks: 'no dead token on a machine whose clock is behind',
    by: ['no dead token', 'minutes before it ends', 'every update', 'errors with a ClientError'],
    file: 'lib/stream/tokenLife.ts',
    edits: [['return Math.abs(skew) > toleratedSkew ? skew + dateResolution : 0', 'return 0']],
  },
  {
    name: 'a token that died in the queue leaves',
    breaks: 'no dead token on the wire, however long a request waits for its turn',
    by: ['no dead token'],
    lives: { users: 30, days: 3, faultRate: 0.4 },
    file: 'lib/http/policies/authorize.ts',
    edits: [['isOutlived = !tokens.lives(token as AccessToken)', 'isOutlived = false']],
  },
  {
    name: 'the window of renewal is ignored',
    breaks: 'a subscriber holds the next token before the last one ends',
    by: ['minutes before it ends'],
    lives: { users: 100, days: 3, faultRate: 0, seeds: 3 },
    file: 'lib/stream/tokenLife.ts',
    edits: [
      ['renews: after(middle, Math.max(life - window, shortestLife))', 'renews: after(middle, Math.max(life, window))'],
    ],
  },
  {
    name: 'tokens are renewed without jitter',
    breaks: 'clients do not come at once',
    by: ['alike'],
    lives: { users: 100, days: 3, faultRate: 0, seeds: 3 },
    file: 'lib/stream/tokenLife.ts',
    edits: [
      ['Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)', 'Math.min(maxWindow, life / 5)'],
    ],
  },
  {
    name: 'a refused token is kept',
    breaks: 'what was refused is not sent again',
    by: ['errors with a ClientError', 'within a minute'],
    file: 'lib/stream/heldToken.ts',
    edits: [['    this.forget()\n    return true', '    return true']],
  },
  {
    name: 'failed authentications are repeated at once',
    breaks: 'no storm of requests',
    by: ['within a minute'],
    hangs: true,
    file: 'lib/stream/heldToken.ts',
    edits: [['return Math.max(this.retryAt - this.connection.clock.monotonic(), 0)', 'return 0']],
  },
  {
    name: 'retries without jitter',
    breaks: 'clients do not come back at once',
    by: ['alike'],
    file: 'lib/http/backoff.ts',
    edits: [['random() * ceiling(config, attempt)', 'random() * 0 + ceiling(config, attempt)']],
  },
  {
    name: 'Retry-After is ignored',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    file: 'lib/http/retryAfter.ts',
    edits: [['some(bounded(Number(text) * 1000))', 'some(bounded(0))']],
  },
  {
    name: 'a retry ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    file: 'lib/http/policies/retry.ts',
    edits: [
      [
        'Math.max(waitAsked(error), fullJitter(config, failures - 1, random))',
        'fullJitter(config, failures - 1, random)',
      ],
    ],
  },
  {
    name: 'a wake hint ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    file: 'lib/stream/heldToken.ts',
    edits: [['Math.min(wait, Math.max(asked, backoff.minDelay))', 'Math.min(wait, backoff.minDelay)']],
  },
  {
    name: 'a watcher ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    file: 'lib/http/policies/persist.ts',
    edits: [['waitAsked(error, backoff.minDelay), ', '']],
  },
  {
    name: 'an authentication ignores Retry-After',
    breaks: 'never earlier than the service asked',
    by: ['asked to wait'],
    file: 'lib/stream/heldToken.ts',
    edits: [['const asked = passes ? waitAsked(error) : 0', 'const asked = 0']],
  },
  {
    name: 'watchers do not back off',
    breaks: 'no storm of requests',
    by: ['within a minute', 'alike'],
    file: 'lib/http/policies/persist.ts',
    edits: [['Math.max(least, waitAsked(error, backoff.minDelay), fullJitter(backoff, failures, random))', 'least']],
  },
  {
    name: 'a request is not aborted',
    breaks: 'no request after unsubscribe',
    by: ['for nobody', 'one authentication'],
    file: 'lib/http/policies/seal.ts',
    edits: [
      [
        "import { type Stage, staged } from './stage.js'",
        "import { Observable } from 'rxjs'\nimport { type Stage, staged } from './stage.js'",
      ],
      [
        'staged(stage)',
        `((next) =>
  staged(stage)(
    (request) =>
      new Observable((subscriber) => {
        next(request).subscribe({
          next: (value) => subscriber.next(value),
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        })
      }),
  ))`,
      ],
    ],
  },
  {
    name: 'a timer is not cleared',
    breaks: 'no timer without a subscriber',
    by: ['for nobody', 'a subscription'],
    file: 'lib/clock/delay.ts',
    edits: [['subscriber.add(arm(clock, ms, end, config))', 'arm(clock, ms, end, config)']],
  },
  {
    name: 'links lead anywhere',
    breaks: 'nothing is sent outside the base URL',
    by: ['another origin'],
    file: 'lib/http/baseUrl.ts',
    edits: [['  if (!isUnder(base, url) || ambiguous.test(url.pathname)) return', "  if (ambiguous.test('')) return"]],
  },
  {
    name: 'the checkpoint is saved before process has ended',
    breaks: 'no update lost in a crash',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/changes.ts',
    edits: [
      [
        `          defer(() => awaited(process(batch))),
          isSome(reached) ? save(reached.value) : EMPTY,`,
        `          isSome(reached) ? save(reached.value) : EMPTY,
          defer(() => awaited(process(batch))),`,
      ],
    ],
  },
  {
    name: 'the checkpoint is that of the first page',
    breaks: 'no update lost in a crash',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/readRound.ts',
    edits: [['      if (isSome(page.next)) return { resources, rejected, checkpoint: none }\n', '']],
  },
  {
    name: 'the checkpoint is the local clock’s',
    breaks: 'no update lost on a machine whose clock is ahead',
    by: ['never move back', 'every update'],
    file: 'lib/stream/position.ts',
    edits: [
      [
        'const moved = Math.min(news < untold ? news : passed, told)',
        'const moved = news < untold ? this.clock.wall() : passed',
      ],
    ],
  },
  {
    name: 'the overlap is not subtracted',
    breaks: 'rows that are shown late are not lost',
    by: ['every update'],
    file: 'lib/stream/position.ts',
    edits: [['Math.max(standing.reached - overlap, 0)', 'Math.max(standing.reached, 0)']],
  },
  {
    name: 'seen rows are known by id alone',
    breaks: 'every update reaches the sink',
    by: ['every update'],
    file: 'lib/stream/seenRows.ts',
    edits: [['if (known !== undefined && !isNewer(version, known)) {', 'if (known !== undefined) {']],
  },
  {
    name: 'rows are not known again',
    breaks: 'exactly once within a process',
    by: ['a row once'],
    file: 'lib/stream/seenRows.ts',
    edits: [['if (known !== undefined && !isNewer(version, known)) {', 'if (known === version) {']],
  },
  {
    name: 'an older row wins',
    breaks: 'what the sink has is not undone',
    by: ['no older'],
    file: 'lib/stream/seenRows.ts',
    edits: [
      [
        'version.updated > known.updated || (version.updated === known.updated && isChanged)',
        'version.updated !== known.updated || isChanged',
      ],
    ],
  },
  {
    name: 'tombstones are dropped',
    breaks: 'every update reaches the sink',
    by: ['every update'],
    file: 'lib/stream/readRound.ts',
    edits: [
      [
        '        if (!seen.isNew(row, moment)) return false',
        `        if (!seen.isNew(row, moment)) return false
        if ((row as { readonly is_deleted?: boolean }).is_deleted) return false`,
      ],
    ],
  },
  {
    name: 'a dead cursor ends the round as if it were whole',
    breaks: 'every update reaches the sink',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/readRound.ts',
    edits: [
      ['import { concat, defer,', 'import { catchError, concat, defer,'],
      [
        '      next(asked).pipe(\n',
        `      next(asked).pipe(
        catchError((error: ClientError) =>
          isSome(asked.page) && asked.page.value > 1 && error._tag === 'StatusError' && dead.has(error.status)
            ? of({ status: 200, headers: {}, body: '{"resources":[]}' })
            : throwError(() => error),
        ),
`,
      ],
    ],
  },
  {
    name: 'the store is not told',
    breaks: 'what is acknowledged is kept',
    by: ['checkpoint is kept'],
    file: 'lib/stream/changes.ts',
    edits: [['(store === undefined ? EMPTY : store.save(key, new Date(moment)))', '(moment > 0 ? EMPTY : EMPTY)']],
  },
  {
    name: 'errors of process are swallowed',
    breaks: 'every update reaches the sink',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/changes.ts',
    edits: [
      ['  concat,\n', '  catchError,\n  concat,\n'],
      ['defer(() => awaited(process(batch))),', 'defer(() => awaited(process(batch))).pipe(catchError(() => EMPTY)),'],
    ],
  },
  {
    name: 'an event tells the token',
    breaks: 'no secret in an event',
    by: ['no secret'],
    file: 'lib/stream/heldToken.ts',
    edits: [
      [
        "import { type Refusals, refusals } from './refusals.js'",
        "import { reveal } from '../model/Redacted.js'\nimport { type Refusals, refusals } from './refusals.js'",
      ],
      [
        "_tag: 'TokenRenewed', expires_at: candidate.token.expires_at",
        "_tag: 'TokenRenewed', expires_at: candidate.token.expires_at, token: reveal(candidate.token.access_token)",
      ],
    ],
  },
  {
    name: 'an error tells the row',
    breaks: 'no data in an error',
    by: ['no secret'],
    lives: { users: 30, days: 3, faultRate: 0.4 },
    file: 'lib/stream/decodeRows.ts',
    edits: [
      [
        'rejected.push({ index, issues: result.left })',
        'rejected.push({ index, issues: result.left.map(({ path }) => ({ path, expected: JSON.stringify(row) })) })',
      ],
    ],
  },
  {
    name: 'a point comes back when its request leaves',
    breaks: 'requests stay within the budget',
    by: ['no more than the limit'],
    file: 'lib/http/allowance.ts',
    edits: [
      ['      inFlight++\n', '      back.push(clock.monotonic() + per)\n'],
      [
        '      inFlight--\n      if (wasSent && per > 0) back.push(clock.monotonic() + per)\n',
        '      if (!wasSent) back.pop()\n',
      ],
    ],
  },
]
