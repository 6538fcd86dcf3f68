/** A transaction of a statement. `amount`: a decimal text, negative for a debit. `date`: `YYYY-MM-DD`. */
export interface OfxTransaction {
  readonly id: string
  readonly amount: string
  readonly date: string
  readonly text: string
  readonly bankText: string
}

/** An account and its booked transactions. `balance`: a decimal text, if it is known. */
export interface OfxStatement {
  readonly account: string
  readonly bank: string
  readonly type: string
  readonly currency: string
  readonly balance: string | undefined
  readonly balanceAt: Date
  readonly transactions: ReadonlyArray<OfxTransaction>
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text of at most so many characters, without what XML cannot have. */
const plain = (text: string, maxLength: number): string => {
  const characters = Array.from(text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim())
  return characters
    .slice(0, maxLength)
    .join('')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
}

const element = (name: string, ...content: ReadonlyArray<string>): string => `<${name}>${content.join('')}</${name}>`

/** A day or a moment as OFX has it: `20260131`, `20260131120000`. */
const compact = (iso: string): string => iso.replace(/\.\d+Z$/, '').replace(/\D/g, '')

const status = element('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'))

/** The kinds of accounts that OFX knows, for the types of the service. */
const accountTypes: Readonly<Record<string, string>> = { savings: 'SAVINGS', card: 'CREDITLINE', loan: 'CREDITLINE' }

const transaction = ({ id, amount, date, text, bankText }: OfxTransaction): string =>
  element(
    'STMTTRN',
    element('TRNTYPE', amount.startsWith('-') ? 'DEBIT' : 'CREDIT'),
    element('DTPOSTED', compact(date)),
    element('TRNAMT', amount),
    element('FITID', plain(id, 255)),
    element('NAME', plain(text === '' ? bankText : text, 32)),
    element('MEMO', plain(bankText, 255)),
  )

const statement = ({ account, bank, type, currency, balance, balanceAt, transactions }: OfxStatement): string => {
  const days = transactions.map(({ date }) => date).sort()
  const at = compact(balanceAt.toISOString())
  return element(
    'STMTTRNRS',
    element('TRNUID', '0'),
    status,
    element(
      'STMTRS',
      element('CURDEF', currency),
      element(
        'BANKACCTFROM',
        element('BANKID', plain(bank, 9)),
        element('ACCTID', plain(account, 22)),
        element('ACCTTYPE', accountTypes[type] ?? 'CHECKING'),
      ),
      element(
        'BANKTRANLIST',
        element('DTSTART', compact(days[0] ?? balanceAt.toISOString())),
        element('DTEND', compact(days.at(-1) ?? balanceAt.toISOString())),
        ...transactions.map(transaction),
      ),
      ...(balance === undefined ? [] : [element('LEDGERBAL', element('BALAMT', balance), element('DTASOF', at))]),
    ),
  )
}

/**
 * An OFX 2 document with a statement of each account, as bookkeeping programs import it. The `FITID` of a transaction is its id
 * at the service, so a program that imports it again knows it.
 */
export const ofx = (statements: ReadonlyArray<OfxStatement>, now: Date): ReadonlyArray<string> => [
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
  '<OFX>',
  element(
    'SIGNONMSGSRSV1',
    element('SONRS', status, element('DTSERVER', compact(now.toISOString())), element('LANGUAGE', 'ENG')),
  ),
  '<BANKMSGSRSV1>',
  ...statements.map(statement),
  '</BANKMSGSRSV1>',
  '</OFX>',
]
