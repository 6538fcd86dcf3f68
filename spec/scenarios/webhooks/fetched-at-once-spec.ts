import type { Transaction, UpdatedBatch } from '../../../lib/index.js'
import { hour, stage, start } from './stage.js'

/** A sink that is fed by a watcher of each of two users, whose polling is no more than a net. */
const watched = async () => {
  const scene = stage()
  const { client, eventsOfUser, user, other, journal, pass } = scene
  const sink: Array<number> = []
  const write = ({ resources }: UpdatedBatch<Transaction>) => sink.push(...resources.map(({ id }) => id))
  const watch = (uuid: string) =>
    client
      .user({ userUuid: uuid })
      .transactions.watchUpdated({ since: new Date(start), every: hour, trigger$: eventsOfUser(uuid) })
      .subscribe(write)
  const watching = [watch(user.uuid), watch(other.uuid)]
  await pass(600_000)
  expect(journal.counts().routes).toEqual({ authenticate: 2, transactionsUpdated: 2 })
  journal.clear()
  const asked = () => journal.entries().map(({ route, userUuid }) => [route, userUuid])
  const leave = () => watching.forEach((subscription) => subscription.unsubscribe())
  return { ...scene, sink, asked, leave }
}

describe('an update that a webhook tells of', () => {
  it('is in the sink within one request, of its user alone', async () => {
    const { sandbox, user, settle, sink, asked } = await watched()
    const made = sandbox.insertTransactions(user.uuid, 3)
    expect(sink).toEqual([])
    await settle()
    expect([sink, asked()]).toEqual([made, [['transactionsUpdated', user.uuid]]])
  })

  it('costs one request however many tell of it at once, and no more than one a second afterwards', async () => {
    const { clock, sandbox, user, pass, settle, sink, asked, events } = await watched()
    const made = Array.from({ length: 20 }, () => {
      clock.advance(1)
      return sandbox.insertTransactions(user.uuid, 3)
    }).flat()
    await settle()
    expect([events.length > 20, [...sink].sort(), asked().length]).toEqual([true, [...made].sort(), 1])
    for (let times = 0; times < 50; times++) {
      made.push(...sandbox.insertTransactions(user.uuid, 1))
      await pass(100)
    }
    await pass(1000)
    expect([[...sink].sort(), asked().length]).toEqual([[...made].sort(), 7])
  })

  it('that came while a round runs costs one more round', async () => {
    const { sandbox, user, pass, sink, asked } = await watched()
    sandbox.faults.add({ kind: 'latency', ms: 3000, side: 'response', on: 'transactionsUpdated' })
    const [first] = sandbox.insertTransactions(user.uuid, 1)
    await pass(1000)
    const later = [1, 2, 3].flatMap(() => sandbox.insertTransactions(user.uuid, 1))
    await pass(1000)
    expect([sink, asked().length]).toEqual([[], 1])
    await pass(10_000)
    expect([sink[0], [...sink.slice(1)].sort(), asked().length]).toEqual([first, [...later].sort(), 2])
  })

  it('is there after an hour at the latest when the webhook is lost', async () => {
    const { sandbox, user, client, clock, pass } = stage({
      network: () => () => {
        throw new Error('lost')
      },
    })
    const sink: Array<number> = []
    client
      .user({ userUuid: user.uuid })
      .transactions.watchUpdated({ since: new Date(start), every: hour })
      .subscribe(({ resources }) => sink.push(...resources.map(({ id }) => id)))
    const made = sandbox.insertTransactions(user.uuid, 1)
    await pass(hour / 2)
    expect([sink, sandbox.webhooks.entries().map(({ status }) => status)]).toEqual([[], ['failed']])
    clock.advance(hour)
    expect(sink).toEqual(made)
  })

  it('is requested no more when nobody watches', async () => {
    const { sandbox, user, settle, asked, leave, clock } = await watched()
    leave()
    sandbox.insertTransactions(user.uuid, 1)
    await settle()
    expect([asked(), clock.pending()]).toEqual([[], 0])
  })
})

describe('a refresh whose end a webhook tells of', () => {
  it('is seen to have ended at once, though it is asked for but once a minute', async () => {
    const { sandbox, client, user, eventsOfItem, journal, clock, pass } = stage()
    const [item = 0, another = 0] = user.itemIds
    const seen: Array<unknown> = []
    sandbox.refresh(item)
    sandbox.refresh(another, { authenticating: 1000, retrieving: 2000 })
    client
      .user({ userUuid: user.uuid })
      .items.watchRefresh(item, { every: 60_000, trigger$: eventsOfItem(item) })
      .subscribe({
        next: ({ status }) => seen.push([clock.monotonic(), status]),
        complete: () => seen.push('complete'),
      })
    await pass(9000, 500)
    expect(seen).toEqual([[0, 'authenticating'], [9000, 'finished'], 'complete'])
    expect(journal.counts().routes).toEqual({ authenticate: 1, refreshStatus: 2 })
  })
})
