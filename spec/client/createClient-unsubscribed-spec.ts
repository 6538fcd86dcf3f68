import { filter, Observable, Subject, takeUntil } from 'rxjs'
import { bridge2021 } from '../../lib/bridge.js'
import { createClient, createVirtualClock, type Http } from '../../lib/index.js'

it('a request whose caller leaves at its Requested event is not sent by the client', () => {
  const log: Array<string> = []
  const http: Http = ({ method, operation }) =>
    new Observable((subscriber) => {
      if (!subscriber.closed) log.push(`${method} ${operation}`)
    })
  const config = { baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 'secret', profile: bridge2021 }
  const client = createClient({ ...config, http, clock: createVirtualClock() })
  const leave$ = new Subject<void>()
  client.events$.pipe(filter(({ _tag }) => _tag === 'Requested')).subscribe(() => leave$.next())
  client.users
    .create({ email: 'a@bank.example', password: 'x1234567' })
    .pipe(takeUntil(leave$))
    .subscribe({ error: (error: unknown) => log.push(String(error)) })
  expect(log).toEqual([])
})
