/** An element of an OFX document: its text, or its elements. */
interface Element {
  readonly name: string
  readonly text: string
  readonly elements: ReadonlyArray<Element>
}

/** Reads a document whose elements are all closed, as XML has them. */
const readElements = (document: string): Element => {
  const open: Array<{ name: string; text: string; elements: Array<Element> }> = [{ name: '', text: '', elements: [] }]
  for (const [, end = '', name = '', text = ''] of document.matchAll(/<(\/?)([A-Z0-9]+)>([^<]*)/g)) {
    const top = open.at(-1)
    if (top === undefined) throw new Error('more ends than beginnings')
    if (end === '') {
      const element = { name, text: text.trim(), elements: [] }
      top.elements.push(element)
      open.push(element)
    } else if (open.pop()?.name !== name) throw new Error(`</${name}> ends another element`)
  }
  const [root] = open
  if (root === undefined || open.length > 1) throw new Error('elements without an end')
  return root
}

const all = (element: Element, name: string): ReadonlyArray<Element> =>
  element.elements.flatMap((inner) => [...(inner.name === name ? [inner] : []), ...all(inner, name)])

const textAt = (element: Element, name: string): string => all(element, name)[0]?.text ?? ''

/** The elements of each aggregate in the order of the standard, those that we write; `?` may be missing, `*` may repeat. */
const order: Readonly<Record<string, string>> = {
  OFX: 'SIGNONMSGSRSV1 BANKMSGSRSV1',
  SONRS: 'STATUS DTSERVER LANGUAGE FI?',
  FI: 'ORG FID',
  BANKMSGSRSV1: 'STMTTRNRS*',
  STMTTRNRS: 'TRNUID STATUS STMTRS',
  STMTRS: 'CURDEF BANKACCTFROM BANKTRANLIST LEDGERBAL AVAILBAL?',
  BANKACCTFROM: 'BANKID ACCTID ACCTTYPE',
  BANKTRANLIST: 'DTSTART DTEND STMTTRN*',
  STMTTRN: 'TRNTYPE DTPOSTED DTUSER? TRNAMT FITID NAME MEMO?',
  LEDGERBAL: 'BALAMT DTASOF',
  AVAILBAL: 'BALAMT DTASOF',
}

const amount = /^-?\d+(\.\d+)?$/
const day = /^\d{4}(0\d|1[0-2])([0-2]\d|3[01])(\d{6})?$/
const upTo = (length: number): RegExp => new RegExp(`^(?:&\\w+;|[^&<>]){1,${String(length)}}$`, 'su')

/** The texts that the standard allows. */
const texts: Readonly<Record<string, RegExp>> = {
  ACCTID: upTo(22),
  ACCTTYPE: /^(CHECKING|SAVINGS|MONEYMRKT|CREDITLINE|CD)$/,
  BALAMT: amount,
  BANKID: upTo(9),
  CURDEF: /^[A-Z]{3}$/,
  DTASOF: day,
  DTEND: day,
  DTPOSTED: day,
  DTSTART: day,
  DTUSER: day,
  FID: upTo(32),
  FITID: upTo(255),
  MEMO: upTo(255),
  NAME: upTo(32),
  ORG: upTo(32),
  TRNAMT: amount,
  TRNTYPE: /^(CREDIT|DEBIT)$/,
  TRNUID: upTo(36),
}

const orderPattern = (names: string): RegExp =>
  new RegExp(
    `^${names
      .replace(/(\w+)([?*]?)/g, '(?:$1 )$2')
      .replace(/\) /g, ')')
      .replace(/([?*]) /g, '$1')}$`,
  )

/** What ofxtools, and the validation of others, refuses. */
const standardRules = (root: Element): ReadonlyArray<string> => {
  const visit = (element: Element): ReadonlyArray<string> => [
    ...(order[element.name] !== undefined &&
    !orderPattern(order[element.name] ?? '').test(element.elements.map(({ name }) => `${name} `).join(''))
      ? [`standard: the elements of ${element.name}`]
      : []),
    ...(texts[element.name]?.test(element.text) === false ? [`standard: ${element.name} ${element.text}`] : []),
    ...element.elements.flatMap(visit),
  ]
  const uids = all(root, 'TRNUID').map(({ text }) => text)
  return [...visit(root), ...(new Set(uids).size < uids.length ? ['standard: a TRNUID twice'] : [])]
}

/** Actual and ofx-data-extractor make one list of all statements, for the account that the user has opened. */
const oneListRules = (root: Element): ReadonlyArray<string> => {
  const accounts = new Set(all(root, 'ACCTID').map(({ text }) => text)).size
  const ids = all(root, 'FITID').map(({ text }) => text)
  return [
    ...(accounts > 1 ? [`Actual: rows of ${String(accounts)} accounts in one list`] : []),
    ...(new Set(ids).size < ids.length ? ['Actual: a FITID twice'] : []),
  ]
}

/** ofxparse knows the encoding from lines `NAME:VALUE` before the first element; without it, the document is ASCII. */
const encodingRules = (document: string): ReadonlyArray<string> => {
  const header = document.slice(0, document.indexOf('<'))
  return /^ENCODING:(UTF-8|UNICODE)$/m.test(header) || !/[^\0-\x7f]/.test(document) ? [] : ['ofxparse: not ASCII']
}

/** ledger-autosync makes the ids of rows from the institution, which it requires. */
const institutionRules = (root: Element): ReadonlyArray<string> =>
  textAt(root, 'FID') === '' ? ['ledger-autosync: no institution'] : []

const cents = (text: string): number => Math.round(Number(text) * 1000)

/**
 * beangulp, and ledger-autosync with `--assertions`, assert the balance at its time: earlier rows count, later ones do not.
 * `opening` is what the account had before its first row.
 */
const balanceRules = (root: Element, opening: ReadonlyMap<string, number>): ReadonlyArray<string> =>
  all(root, 'STMTRS').flatMap((statement) => {
    const account = textAt(statement, 'ACCTID')
    const [ledger] = all(statement, 'LEDGERBAL')
    if (ledger === undefined) return [`beangulp: no balance of ${account}`]
    const asOf = textAt(ledger, 'DTASOF').slice(0, 8)
    const rows = all(statement, 'STMTTRN').filter((row) => textAt(row, 'DTPOSTED') <= asOf)
    const sum = rows.reduce(
      (total, row) => total + cents(textAt(row, 'TRNAMT')),
      cents(String(opening.get(account) ?? 0)),
    )
    return cents(textAt(ledger, 'BALAMT')) === sum ? [] : [`beangulp: another balance of ${account}`]
  })

/**
 * The rules of importers that a document breaks. The rules are those of the standard (as ofxtools checks it), of Actual,
 * of ofxparse and of ledger-autosync; with `opening` balances by account also those of beangulp.
 */
export const brokenRules = (
  lines: ReadonlyArray<string>,
  opening?: ReadonlyMap<string, number>,
): ReadonlyArray<string> => {
  const document = lines.join('\n')
  const root = readElements(document)
  return [
    ...standardRules(root),
    ...oneListRules(root),
    ...encodingRules(document),
    ...institutionRules(root),
    ...(opening === undefined ? [] : balanceRules(root, opening)),
  ]
}
