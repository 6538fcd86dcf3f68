import * as t from 'io-ts'
import { of, take } from 'rxjs'
import { createClient } from '../../lib/client/createClient.js'
import type { Http } from '../../lib/http/Http.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { json, token } from './responses.js'
import { nameOf } from './tokens.js'

/** What a program is to do, and what its service does. */
export interface Task {
  /** Of a server elsewhere; without it the service is in the program, and answers synchronously. */
  readonly baseUrl?: string
  readonly keepAlive: boolean
  /** How many authentications fail before one succeeds. */
  readonly failures: number
  /** How long tokens live. */
  readonly life: number
  /** Watches tokens, leaves after so many of them, or sends a request. */
  readonly act: 'watch' | 'leave after one' | 'leave after two' | 'ask'
}

/** The service: tokens `T1`, `T2` and so on after the failures, and `"done"` for everything else. */
export const serviceOf = ({ failures, life }: Task): ((path: string) => HttpResponse) => {
  let calls = 0
  return (path) => {
    if (!path.endsWith('/authenticate')) return json('done')
    return ++calls > failures ? token(`T${String(calls - failures)}`, Date.now() + life) : json({}, 503)
  }
}

/** The program: writes down what happens, and ends when there is nothing left to do. */
export const run = (task: Task): void => {
  const answer = serviceOf(task)
  const http: Http = ({ url }) => of(answer(url))
  const client = createClient({
    profile: documentedProfile,
    baseUrl: task.baseUrl ?? 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    keepAlive: task.keepAlive,
    random: () => 0,
    ...(task.baseUrl === undefined ? { http } : {}),
  })
  const write = (line: string) => process.stdout.write(`${line}\n`)
  client.events$.subscribe(({ _tag }) => _tag === 'TokenFailed' && write(_tag))
  const { token$, send } = client.user({ externalUserId: 'A6J' })
  if (task.act === 'watch') token$.subscribe((issued) => write(nameOf(issued)))
  if (task.act === 'leave after one') token$.pipe(take(1)).subscribe((issued) => write(nameOf(issued)))
  if (task.act === 'leave after two') token$.pipe(take(2)).subscribe((issued) => write(nameOf(issued)))
  if (task.act === 'ask')
    send({ operation: 'insights.get', method: 'GET', path: '/v2/insights', access: 'user', codec: t.string }).subscribe(
      write,
    )
}
