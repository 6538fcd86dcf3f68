import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parse } from 'ofx-js'
import { bridge2025 } from '../../../lib/bridge.js'
import { serviceCommand } from '../../helpers/serviceCommand.js'
import { brokenRules } from './ofxReaders.js'

describe('rxbank pull transactions --ofx', () => {
  const { sandbox, path, run, runAlone } = serviceCommand({ profile: bridge2025, transactions: 300 })
  const pull = (...args: ReadonlyArray<string>) =>
    run(['pull', 'transactions', '--ofx', '--profile', 'bridge2025', ...args])
  const read = (name: string) => readFileSync(path('out', name), 'utf8')
  const idsOf = (document: string) => Array.from(document.matchAll(/<FITID>(\d+)/g), ([, id = '']) => id)
  /** The id of an account with rows in a document of many. */
  const accountWithRows = (document: string) =>
    account(document.split('</STMTTRNRS>').find((statement) => idsOf(statement).length > 0) ?? '')
  const account = (document: string) => /<ACCTID>(\d+)/.exec(document)?.[1] ?? ''

  it('writes a file for each account into a folder, which importers read', async () => {
    const { code, stdout, stderr } = await pull('--output', `${path('out')}/`)
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/^account \d+ left out, with 0 [^\n]*\n297 transactions written; 3 rows left out: [^\n]*\n$/)
    const names = readdirSync(path('out'))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const document = read(name)
      expect(brokenRules(document.split('\n').slice(0, -1))).toEqual([])
      expect(name).toBe(`account-${account(document)}.ofx`)
      expect(statSync(path('out', name)).mode & 0o777).toBe(0o600)
    }
    expect(new Set(names.map(read).flatMap(idsOf)).size).toBe(297)
    const { stdout: json } = await run(['pull', 'transactions', '--json', '--quiet', '--profile', 'bridge2025'])
    const amounts = new Map(
      json
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly id: number; readonly amount: number })
        .map(({ id, amount }) => [String(id), amount]),
    )
    for (const name of names) {
      const { OFX } = (await parse(read(name))) as unknown as { readonly OFX: Parsed }
      for (const { FITID, TRNAMT } of [OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN ?? []].flat())
        expect(Number(TRNAMT)).toBe(amounts.get(FITID))
    }
  })

  it('writes again what has changed, into a folder that exists, and leaves other files', async () => {
    mkdirSync(path('out'))
    writeFileSync(path('out', 'notes.txt'), 'mine')
    await pull('--output', path('out'), '--quiet')
    const before = new Map(readdirSync(path('out')).map((name) => [name, idsOf(read(name))]))
    const [added = 0] = sandbox().insertTransactions(sandbox().users[0]?.uuid ?? '', 1)
    await pull('--output', path('out'), '--quiet')
    expect(read('notes.txt')).toBe('mine')
    const changed = Array.from(before).filter(([name, ids]) => idsOf(read(name)).length !== ids.length)
    expect(changed.map(([name, ids]) => idsOf(read(name)).filter((id) => !ids.includes(id)))).toEqual([[String(added)]])
  })

  it('writes one account to standard output, and says that many programs read no more', async () => {
    const all = await pull()
    expect(all.stderr).toContain('write a file for each with --output FOLDER/')
    expect(brokenRules(all.stdout.split('\n').slice(0, -1))).toContainEqual(expect.stringMatching(/^Actual: rows of /))
    const id = accountWithRows(all.stdout)
    const one = await pull('--account', id)
    expect([one.code, account(one.stdout)]).toEqual([0, id])
    expect(brokenRules(one.stdout.split('\n').slice(0, -1))).toEqual([])
    expect(one.stderr).toMatch(/^[1-9]\d* transactions written; 1 row left out: [^\n]*\n$/)
    expect((await pull('--account', id, '--quiet')).stderr).toBe('')
  })

  it('says even with --quiet which account it leaves out, and which balance contains rows that it leaves out', async () => {
    const { stdout } = await pull()
    const id = accountWithRows(stdout)
    sandbox().overrideRow('transaction', Number(idsOf(stdout)[0]), { currency_code: 'USD' })
    const { code, stderr } = await pull('--quiet')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^account \d+ left out, with 0 transactions: OFX requires an exact balance and a currency\n/,
      ),
    ])
    expect(stderr.split('\n').slice(1)).toEqual([
      `account ${id}: its balance contains 1 booked row that is left out, without an exact amount or in another currency`,
      '',
    ])
    const first = /\d+/.exec(stderr)?.[0] ?? ''
    const one = await pull('--account', first, '--output', path('out'))
    expect([one.code, one.stderr]).toEqual([1, expect.stringMatching(/^error: account \d+ left out, with \d+ /)])
  })

  it('keeps the ids of accounts and transactions of a bank that is connected again, with --ids', async () => {
    const { users, relinkItem, insertTransactions, overrideRow } = sandbox()
    const [{ uuid = '', itemIds: [item = 0] = [] } = {}] = users
    const write = () => pull('--output', `${path('out')}/`, '--ids', path('ids.json'), '--quiet')
    const written = () => new Map(readdirSync(path('out')).map((name) => [name, idsOf(read(name))]))
    await write()
    const before = written()
    expect(statSync(path('ids.json')).mode & 0o777).toBe(0o600)

    const made = relinkItem(item)
    const { stdout } = await run(['pull', 'accounts', '--json', '--quiet', '--profile', 'bridge2025'])
    const accounts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly id: number; readonly item_id: number; readonly type: string })
    const newId = (type: string) => String(accounts.find((one) => one.item_id === made && one.type === type)?.id)
    const { code, stderr } = await write()
    const [, savings = ''] =
      new RegExp(`account ${newId('savings')} may be account (\\d+), which is gone`).exec(stderr) ?? []
    expect([code, before.has(`account-${savings}.ofx`)]).toEqual([0, true])
    const [added, ...others] = Array.from(written().keys()).filter((name) => !before.has(name))
    expect([added, others]).toEqual([`account-${newId('savings')}.ofx`, []])
    const after = written()
    for (const [name, ids] of before) expect(new Set(after.get(name))).toEqual(new Set(ids))

    const same = ['--ids', path('ids.json'), '--same', `${savings}=${newId('savings')}`]
    expect(account((await pull('--account', newId('savings'), ...same)).stdout)).toBe(savings)
    insertTransactions(uuid, 1)
    await write()
    expect(Array.from(written().values()).flat().length).toBe(Array.from(before.values()).flat().length + 1)
    overrideRow('account', Number(newId('checking')), { iban: null })
    await write()
    expect(Array.from(written().values()).flat().length).toBe(Array.from(before.values()).flat().length + 1)
  })

  it.each(['{}', '{', '{ "user": "B7K", "accounts": [], "rows": [] }'])(
    'refuses %s as the file of ids',
    async (text) => {
      writeFileSync(path('ids.json'), text)
      const { code, stderr } = await pull('--ids', path('ids.json'))
      expect([code, stderr]).toEqual([
        1,
        `error: ${path('ids.json')} has no ids that rxbank has written for this user\n`,
      ])
      expect(readFileSync(path('ids.json'), 'utf8')).toBe(text)
    },
  )

  it('says that the file of ids cannot be read', async () => {
    const { code, stderr } = await pull('--ids', path())
    expect([code, stderr]).toEqual([1, `error: ${path()} cannot be read: it is a directory\n`])
  })

  it('fails if there is no such account, and writes nothing', async () => {
    const { code, stderr } = await pull('--account', '1', '--output', path('out'))
    expect([code, stderr]).toEqual([1, 'error: the user has no account 1\n'])
    expect(readdirSync(path())).toEqual([])
  })

  it('says that a folder cannot be written, before it asks', async () => {
    writeFileSync(path('out'), '')
    const { code, stderr } = await runAlone(['pull', 'transactions', '--ofx', '-o', `${path('out')}/statements/`])
    expect([code, stderr]).toEqual([
      1,
      `error: ${path('out')}/statements/ cannot be written: a part of its path is not a directory\n`,
    ])
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it.each([
    [['--account', 'x'], 'Expected an integer'],
    [['--on-invalid-row', 'report'], '--ofx excludes'],
    [['--since', '2026-01-01'], '--ofx excludes'],
    [['--same', '7=81'], '--same needs --ids'],
    [['--same', '7=7', '--ids', 'ids.json'], 'Expected the ids of two accounts'],
    [['--output', 'x.ofx', '--ids', './x.ofx'], '--output and --ids name the same file'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await pull(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it.each([
    ['--account', '7'],
    ['--ids', 'ids.json'],
    ['--same', '7=81'],
  ])('refuses %s without --ofx', async (option, value) => {
    const { code, stderr } = await run(['pull', 'transactions', option, value])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${option} needs --ofx`)])
  })
})

interface Parsed {
  readonly BANKMSGSRSV1: {
    readonly STMTTRNRS: {
      readonly STMTRS: {
        readonly BANKTRANLIST: { readonly STMTTRN?: OneOrMore<{ readonly FITID: string; readonly TRNAMT: string }> }
      }
    }
  }
}

type OneOrMore<A> = A | ReadonlyArray<A>
