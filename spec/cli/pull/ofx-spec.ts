import fc from 'fast-check'
import { parse } from 'ofx-js'
import { ofx, type OfxStatement } from '../../../lib/cli/pull/ofx.js'
import { brokenRules } from './ofxReaders.js'

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
  readonly STMTTRNRS: {
    readonly STMTRS: {
      readonly BANKTRANLIST: { readonly STMTTRN: ReadonlyArray<Readonly<Record<string, unknown>>> }
      readonly LEDGERBAL: { readonly BALAMT: unknown }
    }
  }
}

describe('ofx', () => {
  it('writes a statement as OFX has it', () => {
    expect(ofx([statement], now).join('\n')).toMatch(/^OFXHEADER:100\nDATA:OFXSGML\n(?:[A-Z]+:[\dA-Z-]+\n){7}\n<OFX>\n/)
    expect(ofx([statement], now).slice(10).join('')).toBe(
      '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
        '<DTSERVER>20260131123456</DTSERVER><LANGUAGE>ENG</LANGUAGE>' +
        '<FI><ORG>574</ORG><FID>574</FID></FI></SONRS></SIGNONMSGSRSV1>' +
        '<BANKMSGSRSV1><STMTTRNRS><TRNUID>7</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
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

  it.each([
    ['checking', 'CHECKING'],
    ['savings', 'SAVINGS'],
    ['life_insurance', 'SAVINGS'],
    ['shared_saving_plan', 'SAVINGS'],
    ['brokerage', 'SAVINGS'],
    ['card', 'CREDITLINE'],
    ['loan', 'CREDITLINE'],
    ['unknown', 'CHECKING'],
    ['', 'CHECKING'],
    ['constructor', 'CHECKING'],
    ['toString', 'CHECKING'],
    ['__proto__', 'CHECKING'],
  ])('writes the account type %j as %s', (type, expected) => {
    expect(ofx([{ ...statement, type }], now)).toContain(`<ACCTTYPE>${expected}</ACCTTYPE>`)
  })

  it('writes the booking day, and the other day if it differs', () => {
    const transactions = [
      { id: '1', amount: '-1.00', date: '2026-01-30', userDate: '2026-01-28', text: 'x', bankText: '' },
    ]
    const lines = ofx([{ ...statement, transactions }], now)
    expect(lines.filter((line) => /^<DT(POSTED|USER|START|END)>/.test(line))).toEqual([
      '<DTSTART>20260130</DTSTART>',
      '<DTEND>20260130</DTEND>',
      '<DTPOSTED>20260130</DTPOSTED>',
      '<DTUSER>20260128</DTUSER>',
    ])
  })

  it('writes the balance with pending rows as the available one', () => {
    const lines = ofx([{ ...statement, availableBalance: '1214.50' }], now).join('')
    expect(lines).toContain('<LEDGERBAL><BALAMT>1234.50</BALAMT><DTASOF>20260131123456</DTASOF></LEDGERBAL>')
    expect(lines).toContain('<AVAILBAL><BALAMT>1214.50</BALAMT><DTASOF>20260131123456</DTASOF></AVAILBAL>')
  })

  it('writes a balance that is not earlier than its rows', () => {
    const transactions = [{ id: '1', amount: '-1.00', date: '2026-02-01', text: 'x', bankText: '' }]
    expect(ofx([{ ...statement, transactions }], now)).toContain('<DTASOF>20260201</DTASOF>')
  })

  it('names the institution, unless the document has accounts of several', () => {
    const other = { ...statement, account: '8', transactions: [] }
    expect(ofx([statement, other], now)).toContain('<FID>574</FID>')
    expect(ofx([{ ...statement, bank: '' }], now)).toContain('<FID>0</FID>')
    expect(ofx([statement, { ...other, bank: '408' }], now)).not.toContain('<FI>')
  })

  it('breaks no rule of the importers we know, and several accounts in a document do', () => {
    const statements = [
      { ...statement, transactions: statement.transactions.map((row) => ({ ...row, text: 'Café 💶' })) },
      {
        ...statement,
        account: '8',
        bank: '',
        currency: 'JPY',
        balance: '-300',
        availableBalance: '-400',
        type: 'card',
      },
      { ...statement, account: '9', transactions: [] },
    ]
    for (const each of statements) expect(brokenRules(ofx([each], now))).toEqual([])
    expect(brokenRules(ofx(statements, now))).toEqual([
      'Actual: rows of 3 accounts in one list',
      'Actual: a FITID twice',
      'ledger-autosync: no institution',
    ])
  })

  it('is read by another library', async () => {
    const { OFX } = (await parse(ofx([statement], now).join('\n'))) as unknown as {
      readonly OFX: { readonly BANKMSGSRSV1: Read }
    }
    const { BANKTRANLIST, LEDGERBAL } = OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS
    expect(BANKTRANLIST.STMTTRN.map(({ FITID, TRNAMT }) => [FITID, TRNAMT])).toEqual([
      ['9', '-4.99'],
      ['8', '2500.00'],
    ])
    expect(LEDGERBAL.BALAMT).toBe('1234.50')
  })
})

describe('the rules of importers', () => {
  const lines = ofx([{ ...statement, transactions: statement.transactions.slice(0, 1) }], now)

  it.each([
    ['', '', []],
    ['<TRNUID>7', '<TRNUID>', ['standard: TRNUID ']],
    ['<ACCTTYPE>CHECKING', '<ACCTTYPE>function', ['standard: ACCTTYPE function']],
    ['<FITID>9</FITID>', '', ['standard: the elements of STMTTRN']],
    ['<FID>574', '<FID>', ['standard: FID ', 'ledger-autosync: no institution']],
    ['Coffee', 'Café', []],
    ['1234.50', '1234.49', ['beangulp: another balance of 7']],
    ['<DTASOF>20260131123456', '<DTASOF>20260129', ['beangulp: another balance of 7']],
  ])('notice %j as %j', (text, replacement, expected) => {
    const changed = lines
      .map((line) => line.replace(text, replacement))
      .filter((line, index) => line !== '' || index < 10)
    expect(brokenRules(changed, new Map([['7', 1239.49]]))).toEqual(expected)
  })

  it('notice an encoding that the header does not name', () => {
    const accents = lines.map((line) => line.replace('Coffee', 'Café').replace('ENCODING:UTF-8', 'ENCODING:USASCII'))
    expect(brokenRules(accents)).toEqual(['ofxparse: not ASCII'])
  })
})
