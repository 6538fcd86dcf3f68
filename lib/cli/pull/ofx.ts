/** A transaction of a statement. `amount`: a decimal as a string, negative for a debit. `date`: `YYYY-MM-DD`. */
export interface OfxTransaction {
  readonly id: string
  readonly amount: string
  readonly date: string
  readonly text: string
  readonly bankText: string
}

/** An account and its booked transactions. `balance`: a decimal as a string. `bank`: its id, or an empty string. */
export interface OfxStatement {
  readonly account: string
  readonly bank: string
  readonly type: string
  readonly currency: string
  readonly balance: string
  readonly balanceAt: Date
  readonly transactions: ReadonlyArray<OfxTransaction>
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text of at most `maxLength` characters, without those that XML does not allow. */
const plain = (text: string, maxLength: number): string => {
  const characters = Array.from(text.replace(/(?:[\p{Cc}\p{Cs}\uFFFE\uFFFF]|\s)+/gu, ' ').trim())
  return characters
    .slice(0, maxLength)
    .join('')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
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

/** The account types of OFX for those of the service. */
const accountTypes: Readonly<Record<string, string>> = { savings: 'SAVINGS', card: 'CREDITLINE', loan: 'CREDITLINE' }

const transaction = ({ id, amount, date, text, bankText }: OfxTransaction): ReadonlyArray<string> => {
  const type = amount.startsWith('-') ? 'DEBIT' : 'CREDIT'
  const memo = plain(bankText, 255)
  return aggregate(
    'STMTTRN',
    leaf('TRNTYPE', type),
    leaf('DTPOSTED', compact(date)),
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
  balanceAt,
  transactions,
}: OfxStatement): ReadonlyArray<string> => {
  const days = transactions.map(({ date }) => date).sort()
  const at = compact(balanceAt.toISOString())
  return aggregate(
    'STMTTRNRS',
    leaf('TRNUID', '0'),
    status,
    aggregate(
      'STMTRS',
      leaf('CURDEF', currency),
      aggregate(
        'BANKACCTFROM',
        leaf('BANKID', plain(bank, 9) || '0'),
        leaf('ACCTID', plain(account, 22)),
        leaf('ACCTTYPE', accountTypes[type] ?? 'CHECKING'),
      ),
      aggregate(
        'BANKTRANLIST',
        leaf('DTSTART', compact(days[0] ?? balanceAt.toISOString())),
        leaf('DTEND', compact(days.at(-1) ?? balanceAt.toISOString())),
        ...transactions.flatMap(transaction),
      ),
      aggregate('LEDGERBAL', leaf('BALAMT', balance), leaf('DTASOF', at)),
    ),
  )
}

/**
 * An OFX 2 document with a statement of each account, as bookkeeping programs import it. The `FITID` of a transaction
 * is its id at the service, so a program that imports it again recognizes it.
 */
export const ofx = (statements: ReadonlyArray<OfxStatement>, now: Date): ReadonlyArray<string> => [
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
  '<OFX>',
  ...aggregate(
    'SIGNONMSGSRSV1',
    aggregate('SONRS', status, leaf('DTSERVER', compact(now.toISOString())), leaf('LANGUAGE', 'ENG')),
  ),
  '<BANKMSGSRSV1>',
  ...statements.flatMap(statement),
  '</BANKMSGSRSV1>',
  '</OFX>',
]
