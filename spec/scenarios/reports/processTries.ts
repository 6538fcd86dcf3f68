import { existsSync, readFileSync } from 'node:fs'
import { nodeProcess } from '../../helpers/nodeProcess.js'
import type { ServiceCommand } from '../../helpers/serviceCommand.js'

/** A program that reads rows around days of 23 and 25 hours, and asks from moments that no local clock shows. */
const days = `
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { of, lastValueFrom, toArray } from 'rxjs'
import { createClient, documentedProfile } from '../lib/index.js'
import { createMirror } from '../lib/sqlite.js'
import { lastingToken } from './helpers/scripted.js'

const { DatabaseSync } = createRequire(join(process.cwd(), 'program.js'))('@photostructure/sqlite')
const dates = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26', '2018-11-04', '2026-06-01']
const moments = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-03-29T01:30:00.000Z', '2018-11-04T03:00:00.000Z', '2018-11-04T02:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-05-31T23:30:00.000Z']
const asked = []
const http = ({ url }) => {
  const since = new URL(url).searchParams.get('since')
  if (since !== null) asked.push(since)
  const resources = dates.map((date, place) => ({
    id: place + 1, account_id: 1, amount: -1, currency_code: 'EUR', date, booking_date: date, updated_at: moments[place],
  })).filter(({ updated_at }) => since === null || updated_at >= since)
  return of({ status: 200, headers: {}, body: JSON.stringify({ resources, pagination: { next_uri: null } }) })
}
const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'a', clientSecret: 'b', http })
const user = client.user({ token$: of(lastingToken()) })
const main = async () => {
const counts = []
for (const moment of moments) {
  const pages = await lastValueFrom(user.transactions.sync({ since: new Date(moment), overlap: 0 }).pipe(toArray()))
  counts.push(pages.flatMap(({ resources }) => resources).length)
}
const database = new DatabaseSync(':memory:')
await lastValueFrom(createMirror({ database }).sync(user, { id: 'A6J', feeds: ['transactions'] }).pipe(toArray()))
const rows = database.prepare('SELECT date, booking_date, updated_at FROM rxbank_transactions ORDER BY CAST(id AS INTEGER)').all()
console.log(JSON.stringify({ asked, counts, moments, dates, rows }))
}
void main()
`

/** frappe/erpnext#22000, beestat/app#332, OCA/bank-statement-import#905 and we-promise/sure#2668 */
export const timeZones = async () => {
  const zones = ['UTC', 'Europe/London', 'America/Sao_Paulo', 'Pacific/Auckland', 'Asia/Kathmandu']
  const reported = await Promise.all(zones.map((TZ) => nodeProcess(days, { TZ })))
  expect(reported.map(({ stderr }) => stderr)).toEqual(zones.map(() => ''))
  const [first = '', ...others] = reported.map(({ stdout }) => stdout)
  expect(others).toEqual(others.map(() => first))
  const { asked, counts, moments, dates, rows } = JSON.parse(first) as Record<
    'asked' | 'counts' | 'moments' | 'dates' | 'rows',
    ReadonlyArray<unknown>
  >
  expect(asked).toEqual(moments)
  expect(counts).toEqual(moments.map((since) => moments.filter((moment) => String(moment) >= String(since)).length))
  expect(rows).toMatchObject(dates.map((date) => ({ date, booking_date: date })))
}

/** psybers/actual-helpers#6 */
export const unhandledRejections = async () => {
  const program = `
import { createClient, createVirtualClock, documentedProfile } from '../lib/index.js'
const clock = createVirtualClock()
let failing = false
const http = ({ url }) => {
  if (failing) return Promise.reject(new Error('socket hang up'))
  return Promise.resolve(url.endsWith('/authenticate')
    ? { status: 200, headers: {}, body: JSON.stringify({ access_token: 't', expires_at: new Date(clock.wall() + 600_000).toISOString(), user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' } }) }
    : { status: 200, headers: {}, body: '{"resources":[],"pagination":{"next_uri":null}}' })
}
const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'a', clientSecret: 'b', http, clock, retry: { count: 0 } })
const user = client.user({ externalUserId: 'A6J' })
const seen = []
const watching = [user.transactions.watchUpdated(), user.token$].map((stream) => stream.subscribe({ error: () => seen.push('error') }))
const turns = async () => { for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve)) }
const main = async () => {
await turns()
failing = true
for (let minutes = 0; minutes < 60; minutes++) { clock.advance(60_000); await turns() }
user.accounts.pages().subscribe({ error: ({ _tag }) => seen.push(_tag) })
await turns()
for (const one of watching) one.unsubscribe()
clock.advance(60_000)
await turns()
console.log(JSON.stringify(seen))
}
void main()
`
  const { code, stdout, stderr } = await nodeProcess(program)
  expect([code, stderr]).toEqual([0, ''])
  expect(['["TokenUnavailable"]', '["NetworkError"]']).toContain(stdout.trim())
}

/** firefly-iii/firefly-iii#8027 and #8534 */
export const expiredAccess = async ({ sandbox, run, path }: ServiceCommand) => {
  const { faults } = sandbox()
  const pull = (...more: ReadonlyArray<string>) => run(['pull', 'transactions', '--limit', '10', ...more])
  faults.add({ kind: 'status', status: 403, on: 'authenticate', times: Infinity })
  const refused = await pull('-o', path('refused'))
  expect([refused.code, refused.stdout, existsSync(path('refused'))]).toEqual([1, '', false])
  expect(refused.stderr).toContain('no token (403)')
  faults.clear()
  faults.add({ kind: 'status', status: 403, on: 'transactions', after: 1, times: Infinity })
  const cut = await pull('-o', path('cut'))
  expect([cut.code, existsSync(path('cut'))]).toEqual([1, false])
  faults.clear()
  const whole = await pull('-o', path('whole'))
  expect([whole.code, readFileSync(path('whole'), 'utf8').split('\n').length]).toEqual([0, 41])
}
