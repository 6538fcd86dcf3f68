import fc from 'fast-check'
import { parse } from 'ofx-js'
import { firstValueFrom, from } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { ofx, type OfxStatement } from '../../../lib/cli/pull/ofx.js'
import { readOfx } from '../../../lib/cli/pull/pullOfx.js'
import { createClient, type UserClient } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'

const now = new Date('2026-01-31T12:34:56.789Z')

const statement: OfxStatement = {
  account: '7',
  bank: '574',
  type: 'checking',
  currency: 'EUR',
  balance: '1234.50',
  balanceAt: now,
  transactions: [
    { id: '9', amount: '-4.99', date: '2026-01-30', text: 'Coffee', bankText: 'CB COFFEE 30/01' },
    { id: '8', amount: '2500.00', date: '2026-01-02', text: 'Salary', bankText: 'VIR ACME' },
  ],
}

interface Read {
  readonly STMTRS: {
    readonly BANKACCTFROM: { readonly ACCTID: unknown }
    readonly BANKTRANLIST: { readonly STMTTRN?: ReadonlyArray<Readonly<Record<string, unknown>>> }
    readonly LEDGERBAL: { readonly BALAMT: unknown }
  }
}

/** The statements that another library reads of a document. */
const readBack = async (lines: ReadonlyArray<string>): Promise<ReadonlyArray<Read>> => {
  const { OFX } = (await parse(lines.join('\n'))) as unknown as {
    readonly OFX: { readonly BANKMSGSRSV1: { readonly STMTTRNRS: ReadonlyArray<Read> } }
  }
  return OFX.BANKMSGSRSV1.STMTTRNRS
}

describe('ofx', () => {
  it('writes a statement as OFX 2 has it', () => {
    expect(ofx([statement], now).join('')).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>' +
        '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>' +
        '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
        '<DTSERVER>20260131123456</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>' +
        '<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
        '<STMTRS><CURDEF>EUR</CURDEF>' +
        '<BANKACCTFROM><BANKID>574</BANKID><ACCTID>7</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>' +
        '<BANKTRANLIST><DTSTART>20260102</DTSTART><DTEND>20260130</DTEND>' +
        '<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260130</DTPOSTED><TRNAMT>-4.99</TRNAMT><FITID>9</FITID>' +
        '<NAME>Coffee</NAME><MEMO>CB COFFEE 30/01</MEMO></STMTTRN>' +
        '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260102</DTPOSTED><TRNAMT>2500.00</TRNAMT><FITID>8</FITID>' +
        '<NAME>Salary</NAME><MEMO>VIR ACME</MEMO></STMTTRN></BANKTRANLIST>' +
        '<LEDGERBAL><BALAMT>1234.50</BALAMT><DTASOF>20260131123456</DTASOF></LEDGERBAL>' +
        '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    )
  })

  it('never lets a text become markup, nor what XML cannot have', () => {
    const hostile = '</NAME><STMTTRN>&lt; \u0000\u001b\ud800 ]]> 💶'
    const lines = ofx(
      [
        {
          ...statement,
          transactions: [{ id: '1', amount: '-1.00', date: '2026-01-01', text: hostile, bankText: hostile }],
        },
      ],
      now,
    )
    expect(lines.filter((line) => line.includes('<STMTTRN>'))).toHaveLength(1)
    expect(lines).toContain('<NAME>&lt;/NAME&gt;&lt;STMTTRN&gt;&amp;lt; ]]&gt; 💶</NAME>')
  })

  it('cuts texts at the lengths of the standard, and no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const document = ofx(
          [{ ...statement, transactions: [{ id: '1', amount: '1.00', date: '2026-01-01', text, bankText: text }] }],
          now,
        ).join('\n')
        const [, name = '', memo = ''] = /<NAME>(.*?)<\/NAME>\n<MEMO>(.*?)<\/MEMO>/su.exec(document) ?? []
        const plain = (xml: string) => Array.from(xml.replace(/&\w+;/g, '.'))
        expect(plain(name).length).toBeLessThanOrEqual(32)
        expect(plain(memo).length).toBeLessThanOrEqual(255)
        expect(document).not.toMatch(/\p{Cs}/u)
      }),
    )
  })

  it('has a statement for an account without transactions', () => {
    const lines = ofx([{ ...statement, transactions: [] }], now)
    expect(lines).toContain('<DTSTART>20260131123456</DTSTART>')
    expect(lines).toContain('<BALAMT>1234.50</BALAMT>')
  })

  it.each([
    ['', 'CB COFFEE', '-1.00', ['<NAME>CB COFFEE</NAME>', '<MEMO>CB COFFEE</MEMO>']],
    [' \u0000\n', 'CB COFFEE', '-1.00', ['<NAME>CB COFFEE</NAME>', '<MEMO>CB COFFEE</MEMO>']],
    ['Coffee', ' ', '-1.00', ['<NAME>Coffee</NAME>']],
    ['', '', '-1.00', ['<NAME>DEBIT</NAME>']],
    ['\t', '\ud800', '1.00', ['<NAME>CREDIT</NAME>']],
  ])('has no element without a text for the texts %j and %j', (text, bankText, amount, expected) => {
    const row = { id: '1', amount, date: '2026-01-01', text, bankText }
    const lines = ofx([{ ...statement, bank: '', transactions: [row] }], now)
    expect(lines.filter((line) => /NAME|MEMO/.test(line))).toEqual(expected)
    expect(lines.filter((line) => line.includes('></'))).toEqual([])
  })
})

describe('readOfx', () => {
  const sandbox = createSandbox({ profile: bridge2025, transactions: 300 })
  const { credentials, http } = sandbox
  const user = createClient({ profile: bridge2025, ...credentials, http }).user({
    externalUserId: 'A6J',
  }) as unknown as UserClient

  it('has each booked transaction once, which another library reads with its amount', async () => {
    const { lines, rows, omitted } = await firstValueFrom(readOfx(user, 100, now))
    expect(rows + omitted).toBe(300)
    const transactions = await user.transactions.all().toArray()
    const truth = new Map(transactions.map(({ id, amount }) => [String(id), amount]))
    const read = (await readBack(lines)).flatMap(({ STMTRS }) => STMTRS.BANKTRANLIST.STMTTRN ?? [])
    expect(read).toHaveLength(rows)
    expect(new Set(read.map(({ FITID }) => String(FITID))).size).toBe(rows)
    for (const { FITID, TRNAMT } of read) expect(Number(TRNAMT)).toBe(truth.get(String(FITID)))
  })

  it('leaves out an account without what OFX requires, and says of how many transactions', async () => {
    const account = { id: 1, balance: 12.5, currency_code: 'EUR', updated_at: now }
    const row = { id: 9, account_id: 1, amount: -4.99, currency_code: 'EUR', date: '2026-01-30' }
    const list = (rows: ReadonlyArray<unknown>) => ({ all: () => from(rows) })
    const read = (accounts: ReadonlyArray<unknown>) =>
      firstValueFrom(
        readOfx(
          { accounts: list(accounts), transactions: list([row, { ...row, id: 10 }]) } as unknown as UserClient,
          500,
          now,
        ),
      )
    const whole = await read([account, { ...account, id: 2 }])
    expect([whole.rows, whole.omitted, whole.omittedAccounts]).toEqual([2, 0, []])
    const withoutBalance = await read([
      { ...account, balance: null },
      { ...account, id: 2 },
    ])
    expect([withoutBalance.rows, withoutBalance.omitted]).toEqual([0, 0])
    expect(withoutBalance.omittedAccounts).toEqual([{ id: '1', rows: 2 }])
    expect(withoutBalance.lines.filter((line) => /CURDEF|<LEDGERBAL|ACCTID/.test(line))).toEqual([
      '<CURDEF>EUR</CURDEF>',
      '<ACCTID>2</ACCTID>',
      '<LEDGERBAL>',
    ])
    const withoutCurrency = await read([account, { ...account, id: 2, currency_code: null }])
    expect(withoutCurrency.omittedAccounts).toEqual([{ id: '2', rows: 0 }])
    expect((await read([{ ...account, currency_code: null }])).lines).toContain('<CURDEF>EUR</CURDEF>')
  })

  it('gives the same ids again', async () => {
    const idsOf = ({ lines }: { readonly lines: ReadonlyArray<string> }) => lines.join('').match(/<FITID>\d+/g)
    expect(idsOf(await firstValueFrom(readOfx(user, 500, now)))).toEqual(
      idsOf(await firstValueFrom(readOfx(user, 50, now))),
    )
  })
})
