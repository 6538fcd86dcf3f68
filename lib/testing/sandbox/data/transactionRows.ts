import { draw, fraction, integerBelow, pick } from '../seededRandom.js'
import { floorTo, isoDay, isoTime, roundToCents, type World } from '../World.js'

/** A kind of transaction: its description, the bank's text, its category, and its minimum and maximum amount. */
type TransactionKind = readonly [description: string, raw: string, category: number, min: number, max: number]

/** The kinds of transactions; `#` stands for a day (`DDMM`), `*` for a reference. Credits are positive. */
const transactionKinds: ReadonlyArray<TransactionKind> = [
  ['Supermarché Central', 'CARTE # SUPERMARCHE CENTRAL PARIS 11', 273, -140, -9],
  ['Boulangerie du Marché', 'CARTE # BOULANGERIE DU MARCHE', 273, -14, -1.1],
  ['Boucherie Lefèvre', 'CARTE # BOUCHERIE LEFEVRE LYON', 273, -48, -7],
  ['Marché bio', 'CARTE # MARCHE BIO BATIGNOLLES', 273, -62, -4],
  ['Restaurant La Fontaine', 'CARTE # RESTAURANT LA FONTAINE', 83, -75, -14],
  ['Café de la Gare', 'CARTE # CAFE DE LA GARE NANTES', 83, -9, -1.3],
  ['Pizza Livraison', 'CB PIZZA LIVRAISON FACT *', 260, -38, -11],
  ['Abonnement transport', 'PRLV SEPA TRANSPORTS URBAINS *', 197, -86.4, -21],
  ['Train', 'CARTE # TRAINS GRANDE LIGNE WEB', 197, -180, -12],
  ['Station-service', 'CARTE # STATION SERVICE A6 BEAUNE', 87, -95, -20],
  ['Péage', 'CARTE # PEAGE AUTOROUTE', 309, -38, -1.9],
  ['Parking centre', 'CARTE # PARKING CENTRE VILLE', 251, -24, -1.5],
  ['Loyer', 'VIR SEPA LOYER *', 216, -1450, -480],
  ['Électricité', 'PRLV SEPA ELECTRICITE DE LOIRE *', 217, -160, -28],
  ['Gaz', 'PRLV SEPA GAZ ET CHALEUR *', 218, -120, -18],
  ['Eau', 'PRLV SEPA EAUX DU BASSIN *', 293, -64, -12],
  ['Assurance habitation', 'PRLV SEPA ASSURANCE MUTUELLE *', 246, -32, -9],
  ['Téléphone mobile', 'PRLV SEPA MOBILE SANS FIL *', 277, -39.99, -7.99],
  ['Fibre', 'PRLV SEPA FIBRE OPTIQUE *', 180, -44.99, -19.99],
  ['Musique en ligne', 'CB MUSIQUE EN LIGNE *', 219, -10.99, -4.99],
  ['Films en ligne', 'CB FILMS EN LIGNE *', 219, -17.99, -5.99],
  ['Librairie des Écoles', 'CARTE # LIBRAIRIE DES ECOLES', 243, -56, -6],
  ['Cinéma Le Lux', 'CARTE # CINEMA LE LUX', 268002, -27, -7.5],
  ['Salle de sport', 'PRLV SEPA SALLE DE SPORT *', 242, -39.9, -19.9],
  ['Pharmacie', 'CARTE # PHARMACIE DU PARC', 236, -52, -3],
  ['Médecin', 'CARTE # DR MARTIN GENERALISTE', 261, -60, -26.5],
  ['Remboursement santé', 'VIR CAISSE DE SANTE *', 282, 4, 96],
  ['Vêtements', 'CARTE # PRET A PORTER BORDEAUX', 272, -130, -12],
  ['Électroménager', 'CARTE # ELECTROMENAGER DISCOUNT', 184, -620, -24],
  ['Coiffeur', 'CARTE # SALON DE COIFFURE', 235, -68, -16],
  ['Salaire', 'VIR SEPA SALAIRE *', 230, 1540, 3900],
  ['Prime', 'VIR SEPA PRIME *', 283, 120, 1200],
  ['Allocations', 'VIR CAISSE ALLOCATIONS *', 268, 60, 420],
  ['Virement reçu', 'VIR INST RE *', 282, 10, 400],
  ['Virement émis', 'VIR INST EMIS *', 326, -500, -10],
  ['Retrait', 'RETRAIT DAB # AGENCE CENTRE', 85, -200, -10],
  ['Chèque', 'CHEQUE *', 88, -420, -15],
  ['Frais bancaires', 'FRAIS TENUE DE COMPTE *', 79, -6.5, -1],
  ['Intérêts', 'INTERETS CREDITEURS *', 80, 0.01, 42],
  ['Impôt sur le revenu', 'PRLV SEPA FINANCES PUBLIQUES *', 209, -640, -40],
  ['Taxe foncière', 'PRLV SEPA TAXE FONCIERE *', 208, -1300, -420],
  ['Grocery store', 'CARD # GROCERY STORE LONDON', 273, -90, -3],
  ['Coffee house', 'CARD # COFFEE HOUSE SOHO', 83, -8.4, -2.6],
  ['Underground', 'CARD # UNDERGROUND TRAVEL CHARGE', 197, -16, -2.4],
  ['Book shop', 'CARD # BOOK SHOP OXFORD', 243, -45, -5],
  ['To charity', 'DIRECT DEBIT CHARITY REF *', 294, -50, -2],
  ['Refund', 'CARD REFUND # ONLINE STORE', 283, 3, 180],
  ['Online store', 'CARD # ONLINE STORE MKTPLACE', 186, -210, -4],
  ['Council tax', 'DIRECT DEBIT COUNCIL TAX *', 208, -220, -90],
  ['Gym', 'DIRECT DEBIT GYM MEMBERSHIP *', 242, -45, -15],
]

const day = 24 * 60 * 60 * 1000

/** The size of the range of ids that each user has. */
const idsPerUser = 1e10
const firstId = 36_000_000_000_000

/** The row of a transaction. */
export interface TransactionRow {
  readonly id: number
  readonly description: string
  readonly raw_description: string
  readonly amount: number
  readonly date: string
  readonly updated_at: string
  readonly currency_code: string
  readonly is_deleted: boolean
  readonly category_id: number
  readonly account_id: number
  readonly is_future: boolean
  readonly show_client_side: boolean
}

/** A transaction that is pending at the start. `number`: the number of the posted transaction; default: the next free one. */
export interface PendingEntry {
  readonly index: number
  readonly postsAt: number
  readonly number?: number
}

/**
 * The rows that a ledger generates, by index from 0: first those of the history, in the order of booking, then those that are
 * inserted later. Times are in milliseconds since 1970.
 */
export interface TransactionSource {
  /** How many transactions the history has. */
  readonly count: number
  /** The transactions of the history that are pending at the start, and when they will be posted. */
  readonly pending: ReadonlyArray<PendingEntry>
  /** The number from which the id of a transaction of the history is computed. */
  readonly numberAt: (index: number) => number
  /** The inverse of `numberAt`. */
  readonly indexAt: (number: number) => number | undefined
  /** Whether a transaction of the history is deleted: a pending one that was posted before the sandbox was created. */
  readonly isDeleted: (index: number) => boolean
  /** The number from which the ids of later transactions are computed: all numbers of any history are lower. */
  readonly firstNew: number
  /** When a transaction of the history was booked; of a pending one: the time of the purchase. */
  readonly bookedAt: (index: number) => number
  /** When a transaction of the history was last updated. Increases with the index. */
  readonly updatedAt: (index: number) => number
  /** The account of a transaction: its own, or one of `accountIds`. */
  readonly selectAccount: (index: number, accountIds: ReadonlyArray<number>) => number
  /** The row of a transaction, with its final text: not that of a pending one. */
  readonly row: (
    index: number,
    id: number,
    times: { readonly bookedAt: number; readonly updatedAt: number },
    accountIds: ReadonlyArray<number>,
  ) => TransactionRow
}

/** The fields of a transaction that a test may change. */
export type TransactionChanges = Partial<Omit<TransactionRow, 'id' | 'updated_at'>>

/** The id of a user's transaction by its number, from 0 to `idsPerUser / 7`. Ids increase with the numbers. */
export const transactionId = (seed: number, user: number, number: number): number =>
  firstId + user * idsPerUser + number * 7 + integerBelow(draw(seed, number), 7)

/** The inverse of {@link transactionId}: the numbers of the user and of the transaction. */
export const locateTransaction = (id: number): { readonly user: number; readonly number: number } => {
  const user = Math.floor((id - firstId) / idsPerUser)
  return { user, number: Math.floor((id - firstId - user * idsPerUser) / 7) }
}

/**
 * Any number of unrelated transactions, each computed from its own seed.
 */
export const createRandomTransactions = (
  count: number,
  { sandboxStartMs, precision, pending }: World,
  seedAt: (index: number) => number,
): TransactionSource => {
  const span = Math.min(day / 4, (730 * day) / Math.max(count, 1))
  const slot = (index: number): number => sandboxStartMs - (count - index) * span
  const selectAccount = (index: number, accountIds: ReadonlyArray<number>): number =>
    pick(draw(seedAt(index), 5), accountIds)
  const isOwn = (number: number): boolean => number >= 0 && number < count
  return {
    count,
    pending: Array.from({ length: Math.min(pending, count) }, (_, offset) => count - 1 - offset).map((index) => ({
      index,
      postsAt: sandboxStartMs + day + (draw(seedAt(index), 6) % day),
    })),
    numberAt: (index) => index,
    indexAt: (number) => (isOwn(number) ? number : undefined),
    isDeleted: () => false,
    firstNew: count,
    bookedAt: (index) => Math.floor(slot(index) + (fraction(seedAt(index)) * span) / 2),
    updatedAt: (index) =>
      floorTo(
        slot(index) + (fraction(seedAt(index)) * span) / 2 + (fraction(draw(seedAt(index), 1)) * span) / 2,
        precision,
      ),
    selectAccount,
    row: (index, id, { bookedAt, updatedAt }, accountIds) => {
      const transactionSeed = seedAt(index)
      const [description, raw, category, min, max] = pick(draw(transactionSeed, 2), transactionKinds)
      const date = isoDay(bookedAt)
      const reference = String(100000 + integerBelow(draw(transactionSeed, 3), 900000))
      return {
        id,
        description,
        raw_description: raw.replace('#', `${date.slice(8)}${date.slice(5, 7)}`).replace('*', reference),
        amount: roundToCents(min + (max - min) * fraction(draw(transactionSeed, 4)) ** 2),
        date,
        updated_at: isoTime(updatedAt),
        currency_code: 'EUR',
        is_deleted: false,
        category_id: category,
        account_id: selectAccount(index, accountIds),
        is_future: false,
        show_client_side: true,
      }
    },
  }
}

/** The row of a transaction while it is pending: it has the day of the purchase, and the bank's text is shorter. */
export const pendingRow = (row: TransactionRow, boughtAt: number): TransactionRow => ({
  ...row,
  raw_description: row.description.toUpperCase(),
  date: isoDay(boughtAt),
  is_future: true,
})
