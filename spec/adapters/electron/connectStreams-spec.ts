import { none } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, NEVER, Subject, Subscription, take, throwError, toArray } from 'rxjs'
import type { RemoteCollection } from '../../../lib/adapters/electron/RemoteLists.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { CategoryOptions } from '../../../lib/client/Client.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { NavigateCommand, NavigationState } from '../../../lib/streams/pages/navigate.js'
import type { Page, PageLink } from '../../../lib/streams/pages/PageLink.js'
import { closePorts, renderer, settled } from '../../helpers/electron.js'

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

const start = Date.UTC(2026, 0, 1)

const setup = () => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock, transactions: 100 })
  const { http, credentials } = sandbox
  const own = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
  })
  const identity = { externalUserId: 'A6J' }
  const { client, ...connection } = renderer(own, { user: identity })
  const [sandboxUser] = sandbox.users
  if (sandboxUser === undefined) throw new Error('the sandbox has users')
  return { clock, sandbox, sandboxUser, own: own.user(identity), client, user: client.user(), ...connection }
}

const asked = ({ sandbox }: ReturnType<typeof setup>, part: string): number =>
  sandbox.journal.entries().filter(({ path }) => path.includes(part)).length

type List = RemoteCollection<unknown, CategoryOptions>

const withoutLinks = <A>({ resources, number }: Page<A>) => ({ resources, number })

const linkOf = (link: Page<unknown>['next']): PageLink => {
  if (link._tag === 'None') throw new Error('there is a link')
  return link.value
}

describe('connectStreams', () => {
  it('reads every list as the client in main does', async () => {
    const { client, user, own } = setup()
    const since = new Date(start - 30 * 24 * 3_600_000)
    const both: ReadonlyArray<readonly [List, object, List?]> = [
      [client.categories, { language: 'fr' }],
      [user.accounts, {}, own.accounts],
      [user.items, {}, own.items],
      [user.stocks, { limit: 30 }, own.stocks],
      [user.transactions, { limit: 40 }, own.transactions],
      [user.stocks.updated(), {}, own.stocks.updated()],
      [user.transactions.updated({ since }), {}, own.transactions.updated({ since })],
    ]
    for (const [there, config, here] of both) {
      const read = await lastValueFrom(there.all(config).pipe(toArray()))
      expect(read.length).toBeGreaterThan(0)
      if (here !== undefined) expect(read).toEqual(await lastValueFrom(here.all(config).pipe(toArray())))
      const pages = await lastValueFrom(there.pages(config).pipe(toArray()))
      expect(pages.flatMap(({ resources }) => resources)).toEqual(read)
    }
  })

  it('has one answer, too', async () => {
    const { user, own, sandboxUser } = setup()
    const [stockId = 0] = sandboxUser.stockIds
    const [itemId = 0] = sandboxUser.itemIds
    await expect(lastValueFrom(user.stocks.get(stockId))).resolves.toEqual(await lastValueFrom(own.stocks.get(stockId)))
    const status = await lastValueFrom(own.items.refreshStatus(itemId))
    await expect(lastValueFrom(user.items.refreshStatus(itemId))).resolves.toEqual(status)
    await expect(lastValueFrom(user.bankForm.url({ itemId }))).resolves.toMatch(/^https:/)
  })

  it('asks for nothing before somebody subscribes, and for no page that nobody takes', async () => {
    const session = setup()
    const stream = session.user.transactions.pages({ limit: 10 })
    await settled()
    expect(session.crossed).toEqual([])
    const pages = await lastValueFrom(stream.pipe(take(2), toArray()))
    await settled()
    expect(pages.map(({ number }) => number)).toEqual([1, 2])
    expect(asked(session, '/v2/transactions')).toBe(2)
  })

  it('lets the next page be requested when pace allows it, and the one ahead with prefetch', async () => {
    for (const [prefetch, before, after] of [
      [0, 1, 2],
      [1, 2, 3],
    ] as const) {
      const session = setup()
      const go$ = new Subject<void>()
      const numbers: Array<number> = []
      const pace = ({ number }: Page<unknown>) => (number === 1 ? go$ : NEVER)
      const pages = session.user.transactions.pages({ limit: 10, prefetch, pace })
      open.add(pages.subscribe(({ number }) => numbers.push(number)))
      await settled()
      expect([numbers, asked(session, '/v2/transactions')]).toEqual([[1], before])
      go$.complete()
      await settled()
      expect([numbers, asked(session, '/v2/transactions')]).toEqual([[1, 2], after])
    }
  })

  it('fails with the error of pace, and lets main go', async () => {
    const session = setup()
    const pages = session.user.transactions.all({ limit: 10, pace: () => throwError(() => new Error('enough')) })
    await expect(lastValueFrom(pages)).rejects.toThrow('enough')
    await settled()
    expect(asked(session, '/v2/transactions')).toBe(1)
    expect(session.crossed.at(-1)).toEqual({ to: 'main', message: { _tag: 'Unsubscribe', id: 1 } })
  })

  it('is pulled by for await, a page at a time', async () => {
    const session = setup()
    const ids: Array<number> = []
    for await (const { id } of session.user.transactions.all({ limit: 10 })) {
      ids.push(id)
      await settled()
      expect(asked(session, '/v2/transactions')).toBe(Math.ceil(ids.length / 10))
      if (ids.length === 25) break
    }
    await settled()
    expect(session.crossed.at(-1)).toEqual({ to: 'main', message: { _tag: 'Unsubscribe', id: 1 } })
  })

  it('follows links of the list that gave them', async () => {
    const { user, own } = setup()
    const first = await firstValueFrom(user.transactions.pages({ limit: 10 }))
    const second = await lastValueFrom(user.transactions.page(linkOf(first.next)))
    const expected = await lastValueFrom(own.transactions.pages({ limit: 10 }).pipe(take(2)))
    expect(withoutLinks(second)).toEqual(withoutLinks(expected))
    const back = await lastValueFrom(user.transactions.page(linkOf(second.previous)))
    expect(withoutLinks(back)).toEqual(withoutLinks(first))
  })

  it('refuses links of another list, another port, another client, and what is none', async () => {
    const { user, own } = setup()
    const other = setup()
    const { next } = await firstValueFrom(user.transactions.pages({ limit: 10 }))
    const { next: elsewhere } = await firstValueFrom(other.user.transactions.pages({ limit: 10 }))
    const { next: inMain } = await firstValueFrom(own.transactions.pages({ limit: 10 }))
    const foreign = { _tag: 'PagingError', reason: 'foreign-link' }
    await expect(lastValueFrom(user.stocks.page(linkOf(next)))).rejects.toMatchObject(foreign)
    for (const link of [linkOf(elsewhere), linkOf(inMain), {}, 1, '[PageLink]', undefined])
      await expect(lastValueFrom(user.transactions.page(link as PageLink))).rejects.toMatchObject(foreign)
    await expect(lastValueFrom(own.transactions.page(linkOf(next)))).rejects.toMatchObject(foreign)
  })

  it('shows nothing of a link', async () => {
    const { user } = setup()
    const { next } = await firstValueFrom(user.transactions.pages({ limit: 10 }))
    expect([JSON.stringify(next), String(linkOf(next)), Object.keys(linkOf(next))]).toEqual([
      '{"_tag":"Some","value":"[PageLink]"}',
      '[PageLink]',
      [],
    ])
  })

  it('navigates by commands that are forwarded', async () => {
    const { user } = setup()
    const commands$ = new Subject<NavigateCommand>()
    const shown: Array<unknown> = []
    user.transactions.navigate(commands$, { limit: 10 }).subscribe({
      next: ({ page, error }: NavigationState<unknown>) =>
        shown.push([page._tag === 'Some' && page.value.number, error]),
      complete: () => shown.push('complete'),
    })
    for (const command of ['next', 'next', 'previous', 'previous', 'previous', 'reload'] as const) {
      await settled()
      commands$.next(command)
    }
    await settled()
    commands$.complete()
    await settled()
    expect(shown).toEqual([...[1, 2, 3, 2, 1, 1].map((number) => [number, none]), 'complete'])
  })

  it('shows an error beside the page that stays', async () => {
    const { user, sandbox } = setup()
    const commands$ = new Subject<NavigateCommand>()
    const shown: Array<NavigationState<unknown>> = []
    open.add(user.transactions.navigate(commands$, { limit: 10 }).subscribe((state) => shown.push(state)))
    await settled()
    sandbox.faults.add({ kind: 'status', status: 404 })
    commands$.next('next')
    await settled()
    expect(shown.at(-1)).toMatchObject({
      page: { value: { number: 1 } },
      error: { value: { _tag: 'StatusError', status: 404, name: 'StatusError' } },
    })
    expect(shown.at(-1)?.page).not.toBe(shown[0]?.page)
  })
})
