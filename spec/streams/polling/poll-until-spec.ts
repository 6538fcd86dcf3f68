import { none, some } from 'fp-ts/lib/Option.js'
import { map, NEVER, of, throwError } from 'rxjs'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { deferPoll } from '../../../lib/streams/polling/poll.js'
import { poll } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { answers, inTurn, isEnd, lost, request, states } from '../../helpers/refreshes.js'
import { polled, watching } from '../../helpers/watching.js'

const words = { t: true, f: false }

const busy = new StatusError({
  operation: 'items.get',
  page: none,
  status: 503,
  type: none,
  detail: none,
  retryAfter: some(60_000),
})

describe('poll whose `until` is an Observable', () => {
  it('emits an answer when it is known whether it is the last, and asks again the interval after that', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('   10ms (r|)', answers)
      const no$ = cold('             20ms f', words)
      const yes$ = cold('            30ms t', words)
      const said = [no$, yes$]
      const poll$ = poll(watching(() => question, { clock }))(request, {
        every: 100,
        until: () => said.shift() ?? NEVER,
      })
      expectObservable(poll$).toBe('30ms r 139ms (r|)', states)
      expectSubscriptions(question.subscriptions).toBe(['^ 9ms !', '130ms ^ 9ms !'])
      expectSubscriptions(no$.subscriptions).toBe('10ms ^ 19ms !')
      expectSubscriptions(yes$.subscriptions).toBe('140ms ^ 29ms !')
    })
  })

  it('continues if the Observable completes without a word', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const http = inTurn(cold('(r|)', answers), cold('(f|)', answers))
      const until = (answer: { readonly status: string }) => (isEnd(answer) ? of(true) : cold<boolean>('5ms |'))
      expectObservable(poll(watching(http, { clock }))(request, { every: 100, until })).toBe('5ms r 99ms (f|)', states)
    })
  })

  it('is not asked about an answer that is skipped', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const http = inTurn(cold('(f|)', answers), cold('(r|)', answers))
      const asked: Array<string> = []
      const until = ({ status }: { readonly status: string }) => of(asked.push(status) === 1)
      const poll$ = deferPoll(
        () => watching(http, { clock }),
        () => [request, { every: 100, until }, isEnd],
      )
      expectObservable(poll$.pipe(map((answer) => [answer, ...asked]))).toBe('100ms (r|)', {
        r: [states.r, states.r.status],
      })
    })
  })

  it('backs off after its transient errors as after those of the request, and starts anew after an answer', () => {
    marbles(({ cold, clock, flush }) => {
      const said = [throwError(() => lost), throwError(() => lost), of(false), throwError(() => lost), of(true)]
      const connection = watching(() => cold('(r|)', answers), { clock })
      const seen: Array<string> = []
      const until = () => said.shift() ?? NEVER
      poll(connection)(request, { every: 100, until }).subscribe(({ status }) => seen.push(status))
      flush()
      const again = ['NetworkError 500', 'NetworkError 1000', '- 100', 'NetworkError 500']
      expect(polled(connection.events)).toEqual(again)
      expect(seen).toEqual([states.r.status, states.r.status])
    })
  })

  it('does not ask before the time that its error asks for, whatever triggers', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('(r|)', answers)
      const said = [throwError(() => busy), of(true)]
      const config = { every: 100, trigger$: cold('a-a-a', answers), until: () => said.shift() ?? NEVER }
      expectObservable(poll(watching(() => question, { clock }))(request, config)).toBe('60s (r|)', states)
      expectSubscriptions(question.subscriptions).toBe(['(^!)', '60s (^!)'])
    })
  })

  it('errors with what waiting does not mend', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const until = () => cold<boolean>('--#', words, new RangeError('mine'))
      const poll$ = poll(watching(() => cold('-(r|)', answers), { clock }))(request, { until })
      expectObservable(poll$).toBe('---#', states, new RangeError('mine'))
    })
  })

  it('asks once more after what it waits for, however often it is triggered meanwhile', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('(r|)', answers)
      const said = [cold('5s f', words), of(true)]
      const config = { every: 60_000, trigger$: cold('1s a 1s a 1s a', answers), until: () => said.shift() ?? NEVER }
      expectObservable(poll(watching(() => question, { clock }))(request, config)).toBe('5s r 999ms (r|)', states)
      expectSubscriptions(question.subscriptions).toBe(['(^!)', '6s (^!)'])
    })
  })

  it('asks a last time at the deadline if it never says, for `every`, and gives up with the answer that it was asked about', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const silent$ = cold<boolean>('')
      const poll$ = poll(watching(() => cold('(r|)', answers), { clock }))(request, {
        deadline: 9000,
        until: () => silent$,
      })
      const error = { _tag: 'DeadlineExceeded', deadline: 9000, last: some(redact(states.r)) }
      expectObservable(poll$).toBe('11s #', states, expect.objectContaining(error))
      expectSubscriptions(silent$.subscriptions).toBe(['^ 8999ms !', '9s ^ 1999ms !'])
    })
  })

  it('unsubscribes from what it waits for', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const said$ = cold('-----t', words)
      const poll$ = poll(watching(() => cold('-(r|)', answers), { clock }))(request, { until: () => said$ })
      expectObservable(poll$, '---!').toBe('---')
      expectSubscriptions(said$.subscriptions).toBe('-^-!')
    })
  })
})
