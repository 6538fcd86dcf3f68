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
        'timeLeft(current.value.life, this.connection.clock) <= 0',
        'timeLeft(current.value.life, this.connection.clock) <= -60_000',
      ],
    ],
  },
  {
    name: 'expiry by the monotonic clock alone',
    breaks: 'no dead token after a sleep',
    by: ['no dead token'],
    file: 'lib/stream/tokenLife.ts',
    edits: [['return haveLeapt ? 0 : Math.min(byWall, byMonotonic)', 'return byMonotonic']],
  },
  {
    name: 'expiry by the wall clock alone',
    breaks: 'no dead token after the clock was set back',
    by: ['no dead token', 'every update'],
    file: 'lib/stream/tokenLife.ts',
    edits: [['return haveLeapt ? 0 : Math.min(byWall, byMonotonic)', 'return byWall']],
  },
  {
    name: 'clocks that have leapt apart are believed',
    breaks: 'no dead token where the wall clock is set, before or while a token is asked for, and the machine sleeps',
    by: ['no dead token'],
    file: 'lib/stream/tokenLife.ts',
    edits: [['return haveLeapt ? 0 : Math.min(byWall, byMonotonic)', 'return Math.min(byWall, byMonotonic)']],
  },
  {
    name: 'the difference of the clocks is ignored',
    breaks: 'no dead token on a machine whose clock is behind',
    by: ['no dead token', 'minutes before it ends', 'every update', 'errors with a ClientError'],
    file: 'lib/stream/tokenLife.ts',
    edits: [['if (isNone(serverTime)) return 0', 'if (isNone(serverTime) || middle > 0) return 0']],
  },
  {
    name: 'a token that died in the queue leaves',
    breaks: 'no dead token on the wire, however long a request waits for its turn',
    by: ['no dead token'],
    lives: { users: 16, days: 3, faultRate: 0.4 },
    file: 'lib/http/policies/authorize.ts',
    edits: [['isOutlived = !tokens.lives(token as AccessToken)', 'isOutlived = false']],
  },
  {
    name: 'the window of renewal is ignored',
    breaks: 'a subscriber holds the next token before the last one ends',
    by: ['minutes before it ends'],
    lives: { users: 40, days: 3, faultRate: 0 },
    file: 'lib/stream/tokenLife.ts',
    edits: [
      ['renews: after(middle, Math.max(life - window, shortestLife))', 'renews: after(middle, Math.max(life, window))'],
    ],
  },
  {
    name: 'tokens are renewed without jitter',
    breaks: 'clients do not come at once',
    by: ['alike'],
    lives: { users: 40, days: 3, faultRate: 0 },
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
    by: ['within a minute', 'asked to wait'],
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
    by: ['within a minute', 'alike', 'asked to wait'],
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
        `          doWork('/process', () => process(batch)),
          isSome(reached) ? save(reached.value) : EMPTY,`,
        `          isSome(reached) ? save(reached.value) : EMPTY,
          doWork('/process', () => process(batch)),`,
      ],
    ],
  },
  {
    name: 'the checkpoint is that of the first page',
    breaks: 'no update lost in a crash',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/readRound.ts',
    edits: [['      if (isSome(page.next)) return { resources, rejected, checkpoint: none, isLast: false }\n', '']],
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
    by: ['every update', 'as it was shown'],
    file: 'lib/stream/seenRows.ts',
    edits: [['const meeting = meetingOf(updated, content, known, round)', "const meeting = 'known' as Meeting"]],
  },
  {
    name: 'rows are not known again',
    breaks: 'exactly once within a process',
    by: ['a row again'],
    file: 'lib/stream/seenRows.ts',
    edits: [["  if (content === known.content) return 'known'\n", '']],
  },
  {
    name: 'a row that is stamped earlier is dropped',
    breaks: 'no update lost where the clocks of writers differ',
    by: ['as it was shown', 'every update'],
    file: 'lib/stream/seenRows.ts',
    edits: [
      ["if (updated < before && known.round === round) return 'outdated'", "if (updated < before) return 'outdated'"],
    ],
  },
  {
    name: 'what a replica that is behind shows is kept for good',
    breaks: 'what the service shows last is in the sink in the end',
    by: ['as it was shown', 'every update'],
    file: 'lib/stream/seenRows.ts',
    edits: [
      ["return updated === known.latest ? 'returned' : 'new'", "return updated === known.latest ? 'known' : 'new'"],
    ],
  },
  {
    name: 'nobody is told of stamps that go back',
    breaks: 'events$ tells of rows that are set back',
    by: ['earlier stamp'],
    file: 'lib/stream/readRound.ts',
    edits: [['if (handedOut + dropped === 0) return', 'if (handedOut + dropped >= 0) return']],
  },
  {
    name: 'tombstones are dropped',
    breaks: 'every update reaches the sink',
    by: ['every update', 'as it was shown'],
    file: 'lib/stream/readRound.ts',
    edits: [
      [
        '        const meeting = seen.meet(row, moment)',
        `        const meeting = seen.meet(row, moment)
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
    edits: [
      [
        "store === undefined ? EMPTY : doWork('/store', () => store.save(key, new Date(moment)), 'save '),",
        'moment > 0 ? EMPTY : EMPTY,',
      ],
    ],
  },
  {
    name: 'errors of process are swallowed',
    breaks: 'every update reaches the sink',
    by: ['checkpoint is kept', 'every update'],
    file: 'lib/stream/changes.ts',
    edits: [
      ['import { concat, defer,', 'import { catchError, concat, defer,'],
      [
        "doWork('/process', () => process(batch)),",
        "doWork('/process', () => process(batch)).pipe(catchError(() => EMPTY)),",
      ],
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
        '      inFlight--\n      const at = arrivesBy + per\n',
        '      if (arrivesBy === -Infinity) back.pop()\n      const at = -1\n',
      ],
    ],
  },
  {
    name: 'the point of an aborted request comes back as if it could not arrive any more',
    breaks: 'requests stay within the budget at the door of the service',
    by: ['no more than the limit'],
    file: 'lib/http/policies/budget.ts',
    edits: [['allowance.end(arrivesBy)', 'allowance.end(Math.min(arrivesBy, clock.monotonic()))']],
  },
  {
    name: 'an answer that was cut off is taken for whole',
    breaks: 'a watcher lives through what passes',
    by: ['what does not pass'],
    file: 'lib/http/policies/status.ts',
    edits: [['if (isCutOff(response, request))', 'if (isCutOff(response, request) && false)']],
  },
]
