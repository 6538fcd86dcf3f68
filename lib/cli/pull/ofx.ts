/**
 * A transaction of a statement. `amount`: a decimal as a string, negative for a debit. `date`: the booking day,
 * `YYYY-MM-DD`. `userDate`: the other day, if it differs.
 */
export interface OfxTransaction {
  readonly id: string
  readonly amount: string
  readonly date: string
  readonly userDate?: string
  readonly text: string
  readonly bankText: string
}

/**
 * An account and its booked transactions. `balance`: a decimal as a string, without pending rows. `availableBalance`:
 * the balance with pending rows, if it is known. `bank`: its id, or an empty string.
 */
export interface OfxStatement {
  readonly account: string
  readonly bank: string
  readonly type: string
  readonly currency: string
  readonly balance: string
  readonly availableBalance?: string
  readonly balanceAt: Date
  readonly transactions: ReadonlyArray<OfxTransaction>
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** A text of at most `maxLength` characters, without those that XML does not allow. */
const plain = (text: string, maxLength: number): string => {
  const characters = Array.from(text.replace(/(?:[\p{Cc}\p{Cs}\uFFFE\uFFFF]|\s)+/gu, ' ').trim())
  return characters
    .slice(0, maxLength)
    .join('')
    .replace(/[&<>]/g, (character) => entities.get(character) ?? '')
}

/** An element with text, which must not be empty: many readers refuse empty elements. */
const leaf = (name: string, text: string): string => `<${name}>${text}</${name}>`

/** An aggregate with each element on its own line, because some readers read line by line. */
const aggregate = (name: string, ...content: ReadonlyArray<string | ReadonlyArray<string>>): ReadonlyArray<string> => [
  `<${name}>`,
  ...content.flat(),
  `</${name}>`,
]

/** A day or a time in the format of OFX: `20260131`, `20260131120000`. */
const compact = (iso: string): string => iso.replace(/\.\d+Z$/, '').replace(/\D/g, '')

const status = aggregate('STATUS', leaf('CODE', '0'), leaf('SEVERITY', 'INFO'))

/** The account types of OFX for those of the service: the nearest one, because OFX has five. Others are `CHECKING`. */
const accountTypes: ReadonlyMap<string, string> = new Map([
  ['brokerage', 'SAVINGS'],
  ['card', 'CREDITLINE'],
  ['life_insurance', 'SAVINGS'],
  ['loan', 'CREDITLINE'],
  ['pea', 'SAVINGS'],
  ['savings', 'SAVINGS'],
  ['shared_saving_plan', 'SAVINGS'],
])

const bankId = (bank: string): string => plain(bank, 9) || '0'

const transaction = ({ id, amount, date, userDate, text, bankText }: OfxTransaction): ReadonlyArray<string> => {
  const type = amount.startsWith('-') ? 'DEBIT' : 'CREDIT'
  const memo = plain(bankText, 255)
  return aggregate(
    'STMTTRN',
    leaf('TRNTYPE', type),
    leaf('DTPOSTED', compact(date)),
    ...(userDate === undefined ? [] : [leaf('DTUSER', compact(userDate))]),
    leaf('TRNAMT', amount),
    leaf('FITID', plain(id, 255)),
    leaf('NAME', plain(text, 32) || plain(bankText, 32) || type),
    ...(memo === '' ? [] : [leaf('MEMO', memo)]),
  )
}

const statement = ({
  account,
  bank,
  type,
  currency,
  balance,
  availableBalance,
  balanceAt,
  transactions,
}: OfxStatement): ReadonlyArray<string> => {
  const days = transactions.map(({ date }) => compact(date)).sort()
  const reportedAt = compact(balanceAt.toISOString())
  const [firstDay = reportedAt, lastDay = reportedAt] = [days[0], days.at(-1)]
  // The balance contains all rows. Some readers assert it at its time, so no row may be later.
  const at = lastDay > reportedAt.slice(0, lastDay.length) ? lastDay : reportedAt
  const balanceOf = (name: string, amount: string) => aggregate(name, leaf('BALAMT', amount), leaf('DTASOF', at))
  return aggregate(
    'STMTTRNRS',
    leaf('TRNUID', plain(account, 36)),
    status,
    aggregate(
      'STMTRS',
      leaf('CURDEF', currency),
      aggregate(
        'BANKACCTFROM',
        leaf('BANKID', bankId(bank)),
        leaf('ACCTID', plain(account, 22)),
        leaf('ACCTTYPE', accountTypes.get(type) ?? 'CHECKING'),
      ),
      aggregate(
        'BANKTRANLIST',
        leaf('DTSTART', firstDay),
        leaf('DTEND', lastDay),
        ...transactions.flatMap(transaction),
      ),
      balanceOf('LEDGERBAL', balance),
      availableBalance === undefined ? [] : balanceOf('AVAILBAL', availableBalance),
    ),
  )
}

/** The institution, which some readers require; a document with accounts of several banks has none. */
const institution = (statements: ReadonlyArray<OfxStatement>): ReadonlyArray<string> => {
  const [bank, ...others] = Array.from(new Set(statements.map((each) => bankId(each.bank))))
  return bank === undefined || others.length > 0 ? [] : aggregate('FI', leaf('ORG', bank), leaf('FID', bank))
}

/**
 * An OFX document with a statement of each account, as bookkeeping programs import it. The `FITID` of a transaction is its
 * id at the service, so a program that imports it again recognizes it.
 *
 * The header is that of OFX 1 with each element closed, because ofxparse reads only ASCII after the header of OFX 2. All
 * readers of OFX 2 that we know read this too.
 */
export const ofx = (statements: ReadonlyArray<OfxStatement>, now: Date): ReadonlyArray<string> => [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:UTF-8',
  'CHARSET:NONE',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '<OFX>',
  ...aggregate(
    'SIGNONMSGSRSV1',
    aggregate(
      'SONRS',
      status,
      leaf('DTSERVER', compact(now.toISOString())),
      leaf('LANGUAGE', 'ENG'),
      institution(statements),
    ),
  ),
  '<BANKMSGSRSV1>',
  ...statements.flatMap(statement),
  '</BANKMSGSRSV1>',
  '</OFX>',
]
