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
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await pull(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it('refuses an account without --ofx', async () => {
    const { code, stderr } = await run(['pull', 'transactions', '--account', '7'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--account needs --ofx')])
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
