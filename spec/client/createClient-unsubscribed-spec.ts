import { filter, Observable, Subject, takeUntil } from 'rxjs'
import { bridge2021 } from '../../lib/bridge.js'
import { createClient, createVirtualClock, type Http } from '../../lib/index.js'

it('a request whose caller leaves at its Requested event is not sent by the client', () => {
  const sent: Array<string> = []
  const http: Http = (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      sent.push(`${request.method} ${request.operation}`)
    })
  const config = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'secret', profile: bridge2021 }
  const client = createClient({ ...config, http, clock: createVirtualClock() })
  const leave$ = new Subject<void>()
  client.events$.pipe(filter(({ _tag }) => _tag === 'Requested')).subscribe(() => leave$.next())
  client.users
    .create({ email: 'a@bank.example', password: 'x1234567' } as never)
    .pipe(takeUntil(leave$))
    .subscribe({ error: (error: unknown) => sent.push(String(error)) })
  expect(sent).toEqual([])
})
