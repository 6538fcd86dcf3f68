// What the lanes of the inspector show at the end of each scene, and what the scene has printed.
import assert from 'node:assert/strict'

const ofKind = (items, word) => items.filter((label) => label.includes(word)).length

export const scenes = {
  pages: {
    end: 20_000,
    says: 'pages with 503, 429 and unsubscribe',
    check: async (items, printed) => {
      const requests = await items('banks.list')
      assert.equal(requests.length, 10)
      assert.equal(requests[1], 'Request 2: banks.list, page 2, answered, 2 attempts')
      assert.equal(requests[3], 'Request 4: banks.list, page 4, answered, 2 attempts, with a 429')
      assert.equal(requests[9], 'Request 10: banks.list, page 10, unsubscribed')
      const budgets = await items('Budget')
      assert.deepEqual(
        budgets.filter((label) => label.includes('cool-down')),
        ['Budget: application, 1995 left, cool-down of 3 s, of request 4'],
      )
      const marbles = await items('banks')
      assert.equal(ofKind(marbles, ': next, of request'), 9)
      assert.equal(marbles.at(-1), 'banks: unsubscribe')
      assert.equal(printed.length, 10)
    },
  },
  token: {
    end: 86_400_000,
    says: 'a token that renews itself, with a renewal that fails twice',
    check: async (items, printed) => {
      assert.equal((await items('Token lives')).length, 13)
      const requests = await items('authenticate')
      assert.deepEqual([ofKind(requests, ', answered'), ofKind(requests, ', failed')], [13, 2])
      assert.equal(ofKind(await items('Tokens'), 'authentication failed: StatusError 503'), 2)
      assert.equal(ofKind(await items('token$'), ': next'), 13)
      assert.equal(printed.length, 13)
    },
  },
  watcher: {
    end: 300_000,
    says: 'a watcher that is killed while it writes, and loses nothing',
    check: async (items, printed) => {
      assert.deepEqual(await items('Watchers'), [
        'Watcher 1: transactions.updated, every 1 min, ended',
        'Watcher 2: transactions.updated, every 1 min, running',
      ])
      const marks = await items('transactions')
      assert.deepEqual(
        marks.map((label) => label.split(/[:,] /)[1]),
        ['subscribe', 'next', 'unsubscribe', 'subscribe', 'next', 'next', 'next'],
      )
      assert.equal(ofKind(await items('Polls'), 'watcher 2: a round has ended'), 3)
      // 20 from the beginning, 3 that were being written at the kill, and 2 that came while nobody watched: each once.
      assert.match(printed.at(-1), /kept: 25$/)
    },
  },
  refresh: {
    end: 20_000,
    says: 'the refresh of an item, until it ends',
    check: async (items, printed) => {
      assert.deepEqual(await items('items.refresh'), ['Request 3: items.refresh, answered'])
      assert.ok((await items('items.refreshStatus')).length > 5)
      assert.match((await items('Watchers')).join(), /items\.refreshStatus, every 2 s, ended$/)
      assert.match((await items('refresh')).at(-1), /^refresh: complete, of request \d+$/)
      const words = new Set(printed.map((line) => line.split(': ')[1]))
      assert.deepEqual([...words], ['authenticating', 'retrieving_data', 'finished', 'the refresh has ended'])
    },
  },
  webhook: {
    end: 3_600_000,
    says: 'a webhook that makes a watcher ask at once',
    check: async (items, printed) => {
      assert.equal(ofKind(await items('webhooks'), ': next'), 8)
      // Those that arrive during a poll cause one more.
      assert.equal((await items('transactions.updated')).length, 6)
      assert.match((await items('Watchers')).join(), /^Watcher 1: transactions\.updated, every 1 h, running$/)
      assert.ok(printed.includes('10 min: rows: 3') && printed.includes('20 min: rows: 1'))
    },
  },
  consent: {
    end: 1_209_600_000,
    says: 'a consent that nears its end, ends, and is renewed',
    check: async (items, printed) => {
      assert.deepEqual(await items('connectSession'), ['Request 99: connectSession, answered'])
      assert.equal(ofKind(await items('consents'), ': next, of request'), 3)
      assert.ok((await items('items.list')).length > 50)
      assert.deepEqual(
        printed.map((line) => line.split(' ').at(-2)),
        ['ending:', 'ended:', 'renewed:'],
      )
    },
  },
  transfers: {
    end: 720_000,
    says: 'a transfer that is found, doubted, and decided by a person',
    check: async (items, printed) => {
      assert.equal(ofKind(await items('transfers'), ': next'), 7)
      assert.match((await items('Watchers')).join(), /^Watcher 1: transactions\.updated, every 1 min, running$/)
      assert.deepEqual(printed.slice(2, 7), [
        '4 min: TransferFound: -5000 cents',
        '5 min 30 s: 50 on account 3',
        '6 min: TransferGone',
        '6 min: CandidateFound: is it one? several',
        '6 min: CandidateFound: is it one? several',
      ])
      assert.deepEqual(printed.slice(-2), [
        '8 min: TransferFound: -5000 cents',
        '9 min 30 s: the bank deletes the other one',
      ])
    },
  },
  recurring: {
    end: 155 * 86_400_000,
    says: 'a subscription that becomes dearer, is late, and ends',
    check: async (items, printed) => {
      assert.equal(ofKind(await items('recurring'), ': next'), 6)
      assert.match((await items('Watchers')).join(), /^Watcher 1: transactions\.updated, every 7 d, running$/)
      assert.deepEqual(
        printed.map((line) => line.split(': ').slice(0, 2).join(' ')),
        [
          '0 s RecurringStarted',
          '21 d RecurringPaid',
          '49 d RecurringPaid',
          '49 d RecurringPriceChanged',
          '87 d 16 h RecurringLate',
          '149 d 16 h RecurringEnded',
        ],
      )
    },
  },
}
