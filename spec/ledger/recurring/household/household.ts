import type { LedgerEntry } from '../../../../lib/ledger/toLedgerEntry.js'
import { type Country, dayNumber, dayOfMonth, nextOpen, previousOpen, toText, weekday, yearOf } from './bankDays.js'
import { createRandom } from './random.js'
import { createWriter, type Means, monthName, reference } from './texts.js'

/** A payment with the stream that it truly belongs to, if any. */
export interface LabelledEntry extends LedgerEntry {
  readonly stream: string | undefined
}

/** What is true of a stream. */
export interface TrueStream {
  readonly name: string
  /** `any` if it does not matter whether it is found. */
  readonly cadence: string
  /** The day on which the payment after the last one in the rows was due, had the stream gone on. */
  readonly nextDay: number
}

/** The rows of a household over some years, and what is true of them. */
export interface Household {
  readonly entries: ReadonlyArray<LabelledEntry>
  readonly streams: ReadonlyMap<string, TrueStream>
  readonly today: string
}

type Shift = 'none' | 'following' | 'preceding'

/** When a stream is due: every `weeks` weeks from a day, or every `months` months on a day of the month. */
type Schedule =
  | { readonly weeks: number; readonly first: number }
  | { readonly months: number; readonly day: number; readonly firstMonth: number }

interface StreamPlan {
  readonly name: string
  readonly means: Means
  readonly schedule: Schedule
  /** The amount, in cents, of the payment that is due on a day; `undefined` if none is taken. */
  readonly amount: (due: number, index: number) => number | undefined
  readonly shift?: Shift
  /** How many days a payment is booked after it was due, beside weekends and holidays. */
  readonly delay?: () => number
  readonly from?: number
  readonly to?: number
  readonly laterName?: string
  /** A further word of the text, such as the month. */
  readonly suffix?: (due: number) => string
  readonly account?: string
}

const cadenceOf = (schedule: Schedule): string =>
  'weeks' in schedule
    ? ({ 1: 'weekly', 2: 'biweekly', 4: 'four-weekly' }[schedule.weeks] ?? '')
    : ({ 1: 'monthly', 2: 'bimonthly', 3: 'quarterly', 6: 'semiannual', 12: 'yearly' }[schedule.months] ?? '')

const cents = (units: number): number => Math.round(units * 100)

const shops = {
  super:
    'CARREFOUR CITY,LIDL,AUCHAN SUPERMARCHE,MONOPRIX,REWE MARKT,EDEKA CENTER,TESCO STORES,SAINSBURYS,ALDI,INTERMARCHE',
  small:
    'BOULANGERIE DU CENTRE,COFFEE CORNER,PAUL,BAECKEREI KAMPS,GREGGS,STARBUCKS,CAFE DE LA GARE,PRET A MANGER,TABAC LE BALTO',
  fuel: 'TOTAL ENERGIES STATION,SHELL,ESSO EXPRESS,ARAL,BP CONNECT,STATION U',
  doctor: 'DR LEFEBVRE,CABINET MEDICAL,PHARMACIE DES HALLES,APOTHEKE AM MARKT,BOOTS,DR MEYER',
  food: 'DELIVEROO,UBER EATS,MC DONALDS,SUSHI SHOP,PIZZERIA ROMA,NANDOS,BURGER KING,LE PETIT BISTROT,LIEFERANDO',
  once: 'FNAC,ZARA,DECATHLON,IKEA,H M,LEROY MERLIN,DARTY,SNCF CONNECT,BOOKING COM,RYANAIR,ZALANDO,MEDIAMARKT,ARGOS,JOHN LEWIS,CULTURA,NATURE ET DECOUVERTES,SEPHORA,KIABI,TRUFFAUT,GO SPORT,MUJI,UNIQLO,SATURN,OBI BAUMARKT,DM DROGERIE,ROSSMANN,CURRYS,SCREWFIX,EASYJET,EUROSTAR,VINTED,LEBONCOIN,ETSY,ALIEXPRESS,STEAM GAMES,TICKETMASTER,UGC CINE CITE,GAUMONT,ODEON,MUSEE DU LOUVRE,HOTEL IBIS,AIRBNB,EUROPCAR,TOTAL WASH,FLEURISTE MONCEAU,LIBRAIRIE MOLLAT,THALIA,WATERSTONES,MAISONS DU MONDE,NORAUTO,FEU VERT,MIDAS,OPTIC 2000,AFFLELOU,PICARD,NESPRESSO,KUSMI TEA,LUSH,TOO GOOD TO GO,YVES ROCHER',
} as const

const listOf = (key: keyof typeof shops): ReadonlyArray<string> => shops[key].split(',')

const people = [
  'M DUPONT JEAN',
  'MME LEROY',
  'PAUL MARTIN',
  'ANNA SCHMIDT',
  'JOHN SMITH',
  'MLLE PETIT CLAIRE',
  'T MUELLER',
]

/** One household: what it pays and gets in two to three years, drawn from a seed. */
export const createHousehold = (seed: number): Household => {
  const random = createRandom(seed, 36)
  const country = random.pick<Country>(['fr', 'fr', 'de', 'gb'])
  const currency = country === 'gb' ? 'GBP' : 'EUR'
  const start = dayNumber(2023, random.whole(1, 12), random.whole(1, 28))
  const end = start + random.whole(700, 1100)
  /** A day on which the bank has new texts, in some households. */
  const textsChangeAt = random.chance(0.25) ? random.whole(start, end) : Infinity

  const rows: Array<Omit<LabelledEntry, 'id'>> = []
  const streams = new Map<string, TrueStream>()

  const put = (
    day: number,
    amount: number,
    { text, bankText }: { readonly text: string; readonly bankText: string },
    stream?: string,
    account = '1001',
  ): void => {
    if (day < start || day > end) return
    const minorUnits = BigInt(amount)
    rows.push({ account, minorUnits, currency, date: toText(day), isPending: false, text, bankText, stream })
  }

  const shifted = (due: number, shift: Shift): number =>
    shift === 'following' ? nextOpen(due, country) : shift === 'preceding' ? previousOpen(due, country) : due

  const dueDays = (schedule: Schedule): ReadonlyArray<number> => {
    if ('weeks' in schedule) {
      const period = schedule.weeks * 7
      const count = Math.ceil((end + 400 - schedule.first) / period)
      return Array.from({ length: count }, (_, index) => schedule.first + index * period)
    }
    const year = yearOf(start)
    const count = Math.ceil(60 / schedule.months)
    return Array.from({ length: count }, (_, index) =>
      dayOfMonth(year - 1, schedule.firstMonth + index * schedule.months, schedule.day),
    )
  }

  /** Writes the payments of a stream. */
  const addStream = (plan: StreamPlan): void => {
    const { name, means, schedule, amount, shift = 'following', delay = () => 0, suffix, account } = plan
    const { from = start, to = end, laterName } = plan
    const id = `${name} ${String(streams.size)}`
    const writer = createWriter(random, country, means, name, {
      changesAt: textsChangeAt,
      ...(laterName === undefined ? {} : { laterName }),
    })
    let nextDay = NaN
    for (const [index, due] of dueDays(schedule).entries()) {
      const day = shifted(due, shift) + delay()
      if (due >= from && due <= to && day <= end) {
        const taken = amount(due, index)
        const words = suffix === undefined ? undefined : `${name} ${suffix(due)}`
        if (taken !== undefined) put(day, taken, writer.write(day, words), id, account)
      } else if (due > from && Number.isNaN(nextDay)) nextDay = day
    }
    streams.set(id, { name, cadence: cadenceOf(schedule), nextDay })
  }

  const someTime = (): { readonly from?: number; readonly to?: number } => ({
    ...(random.chance(0.35) ? { from: random.whole(start, end - 60) } : {}),
    ...(random.chance(0.25) ? { to: random.whole(start + 60, end) } : {}),
  })

  /** A price that is the same until it is changed, once or twice in the years. */
  const price = (units: number, changes = 0.7): ((due: number) => number) => {
    const steps = Array.from({ length: 2 }, () => ({
      at: random.whole(start, end),
      factor: random.chance(0.85) ? 1 + random.whole(4, 30) / 100 : 1 - random.whole(5, 25) / 100,
    })).filter(() => random.chance(changes / 2))
    return (due) => -cents(steps.reduce((sum, { at, factor }) => (due >= at ? sum * factor : sum), units))
  }

  /** Prices of shops end in 9, 0 or 5. */
  const roundedPrice = (units: number, changes?: number): ((due: number) => number) => {
    const exact = price(units, changes)
    return (due) => 1 - Math.round(-exact(due) / 10) * 10
  }

  /** The amount, but for single months in which nothing is taken. */
  const skipping =
    (probability: number, amount: (due: number, index: number) => number | undefined): StreamPlan['amount'] =>
    (due, index) =>
      random.chance(probability) ? undefined : amount(due, index)

  const monthly = (day = random.whole(1, 31)): Schedule => ({ months: 1, day, firstMonth: 1 })
  const every = (months: number, day = random.whole(1, 31)): Schedule => ({
    months,
    day,
    firstMonth: random.whole(1, months),
  })
  const weeks = (count: number, on = random.whole(1, 7)): Schedule => {
    const base = start - 60 + random.whole(0, count - 1) * 7
    return { weeks: count, first: base + ((on - weekday(base) + 7) % 7) }
  }
  const late = (max: number) => () => random.whole(0, max)

  // Income
  const employers = [
    'ACME INDUSTRIES',
    'MAIRIE DE LYON',
    'CHU BORDEAUX',
    'MUELLER GMBH',
    'NHS TRUST',
    'DUPOND ET FILS SARL',
  ]
  for (const employer of random.some(employers, random.whole(1, 2))) {
    const base = random.whole(1400, 4200)
    const varies = random.chance(0.6)
    const bonusMonth = random.chance(0.5) ? random.pick([6, 12]) : 0
    const isBonusApart = random.chance(0.5)
    const schedule =
      country === 'gb' && random.chance(0.4)
        ? weeks(random.pick([1, 2, 4]), 5)
        : monthly(random.pick([25, 27, 28, 29, 31, 31, 31, 1, 5]))
    const raises = price(-base, 1)
    const isMonthly = 'months' in schedule
    const word = random.chance(0.5) ? random.pick(['SALAIRE ', 'PAIE ', '']) : ''
    const withMonth = isMonthly && random.chance(0.4)
    const bonuses = `bonuses of ${employer}`
    streams.set(bonuses, { name: employer, cadence: 'any', nextDay: NaN })
    addStream({
      name: `${word}${employer}`,
      means: 'incoming',
      schedule,
      shift: random.chance(0.6) ? 'preceding' : 'following',
      ...(random.chance(0.25) ? { from: random.whole(start, end - 90) } : {}),
      ...(withMonth
        ? { suffix: (due: number) => `${random.chance(0.5) ? 'VIRT ' : ''}${monthName(due, country)}` }
        : {}),
      amount: (due) => {
        const usual = raises(due)
        const actual = varies ? Math.round(usual * (1 + random.normal() * 0.03)) : usual
        const isBonus = Number(toText(due).slice(5, 7)) === bonusMonth
        if (isBonus && isMonthly && isBonusApart)
          put(
            due - random.whole(0, 12),
            Math.round(actual * (0.3 + random.share())),
            {
              text: `VIR ${employer} PRIME`,
              bankText: `VIR ${employer} PRIME`,
            },
            bonuses,
          )
        return isBonus && isMonthly && !isBonusApart ? Math.round(actual * (1.3 + random.share() * 0.7)) : actual
      },
    })
  }
  if (random.chance(0.3))
    addStream({
      name: random.pick(['CAF DE PARIS', 'FAMILIENKASSE', 'CHILD BENEFIT HMRC']),
      means: 'incoming',
      schedule: monthly(random.pick([4, 5])),
      shift: random.pick(['following', 'preceding']),
      amount: price(-random.whole(120, 480), 0.9),
    })

  // Home
  if (random.chance(0.6))
    addStream({
      name: random.pick([
        'LOYER M DURAND',
        'FONCIA LOYER',
        'MIETE HAUSVERWALTUNG',
        'RENT MRS WHITE',
        'AGENCE IMMO SUD',
      ]),
      means: random.pick(['standing', 'standing', 'debit', 'transfer']),
      schedule: monthly(random.whole(1, 10)),
      shift: random.pick(['following', 'none']),
      amount: price(random.whole(420, 1600), 0.8),
      ...(random.chance(0.4) ? { suffix: (due: number) => monthName(due, country) } : {}),
    })
  else {
    const permitLeases = random.pick(['CREDIT FONCIER', 'ECHEANCE PRET', 'BAUSPARKASSE', 'HALIFAX MORTGAGE'])
    const day = random.whole(1, 28)
    addStream({
      name: permitLeases,
      means: 'debit',
      schedule: monthly(day),
      amount: price(random.whole(400, 1500), 0.2),
    })
    if (random.chance(0.4))
      addStream({ name: permitLeases, means: 'debit', schedule: monthly(day), amount: price(random.whole(40, 300), 0) })
  }

  // Energy and water
  const season = (due: number): number =>
    1 + 0.35 * Math.cos(((Number(toText(due).slice(5, 7)) - 1) / 12) * 2 * Math.PI)
  const energy = random.whole(40, 160)
  const isMetered = random.chance(0.6)
  const energyPrice = price(energy, 1)
  const supplier = random.pick([
    'EDF CLIENTS PARTICULIERS',
    'ENGIE',
    'VATTENFALL EUROPE SALES',
    'OCTOPUS ENERGY',
    'EKWATEUR',
  ])
  addStream({
    name: supplier,
    means: 'debit',
    schedule: random.chance(0.85) ? monthly() : every(2),
    delay: isMetered ? late(random.pick([1, 2, 3])) : late(0),
    amount: skipping(isMetered ? 0.03 : 0.01, (due) =>
      isMetered ? -Math.round(energy * 100 * season(due) * (1 + random.normal() * 0.15)) : energyPrice(due),
    ),
    laterName: supplier.split(' ')[0] ?? supplier,
    ...(random.chance(0.2) ? someTime() : {}),
  })
  if (random.chance(0.6))
    addStream({
      name: random.pick(['VEOLIA EAU', 'SUEZ EAU FRANCE', 'BERLINER WASSERBETRIEBE', 'THAMES WATER', 'SAUR']),
      means: 'debit',
      schedule: random.pick([every(3), every(6), every(6), monthly()]),
      delay: late(4),
      amount: () => -Math.round(random.whole(60, 90) * 100 * (1 + random.normal() * 0.12)),
    })

  // Telephone
  const telecoms = [
    'FREE MOBILE',
    'ORANGE SA',
    'BOUYGUES TELECOM',
    'SFR',
    'TELEKOM DEUTSCHLAND',
    'VODAFONE',
    'EE LIMITED',
  ]
  for (const telecom of random.some(telecoms, random.whole(1, 2))) {
    const day = random.whole(1, 28)
    const lines = random.pick([1, 1, 2, 2, 3])
    const isSameDay = random.chance(0.4)
    const isSamePrice = random.chance(0.3)
    const first = random.pick([9.99, 12.99, 15.99, 19.99])
    for (let line = 0; line < lines; line++) {
      const usual = price(isSamePrice ? first : first + line * random.pick([5, 10, 20]), 0.5)
      const hasCalls = random.chance(0.25)
      addStream({
        name: telecom,
        means: 'debit',
        schedule: monthly(isSameDay ? day : random.whole(1, 28)),
        ...(line === 0 ? {} : someTime()),
        amount: (due) => usual(due) - (hasCalls && random.chance(0.3) ? random.whole(20, 900) : 0),
      })
    }
  }

  // Subscriptions by card
  const subscriptions: ReadonlyArray<readonly [string, number]> = [
    ['NETFLIX.COM', 13.49],
    ['SPOTIFY AB', 10.99],
    ['DISNEY PLUS', 8.99],
    ['PAYPAL *DEEZER', 11.99],
    ['CANAL PLUS', 24.99],
    ['LE MONDE ABO', 9.99],
    ['ADOBE SYSTEMS', 24.19],
    ['OPENAI CHATGPT SUBSCR', 22.0],
    ['PLAYSTATION NETWORK', 8.99],
    ['GITHUB INC', 4.0],
    ['DROPBOX', 11.99],
    ['BASIC FIT', 24.99],
    ['URBAN SPORTS', 59.0],
    ['NAVIGO MENSUEL', 86.4],
    ['AUDIBLE', 9.95],
    ['HELLO FRESH BOX', 49.9],
  ]
  for (const [name, units] of random.some(subscriptions, random.whole(2, 7))) {
    const isForeign = random.chance(0.15)
    const usual = roundedPrice(units, 0.8)
    const pause = random.chance(0.15) ? random.whole(start, end) : Infinity
    const length = random.whole(30, 90)
    addStream({
      name,
      means: name === 'BASIC FIT' ? 'debit' : 'card',
      schedule: random.chance(0.9) ? monthly() : random.pick([weeks(4), weeks(1), weeks(2)]),
      shift: random.pick(['none', 'none', 'following']),
      delay: random.chance(0.5) ? late(random.pick([1, 2])) : late(0),
      ...someTime(),
      amount: (due) =>
        due >= pause && due < pause + length
          ? undefined
          : isForeign
            ? Math.round(usual(due) * (1 + random.normal() * 0.012))
            : usual(due),
    })
  }
  for (const [name, units] of random.some<readonly [string, number]>(
    [
      ['AMAZON PRIME', 69.9],
      ['ANTIVIRUS NORTON', 89.99],
      ['OVH SAS', 14.39],
      ['STRAVA', 59.99],
      ['CARTE JEUNE SNCF', 49],
      ['MICROSOFT 365', 69],
    ],
    random.whole(0, 2),
  ))
    addStream({
      name,
      means: 'card',
      schedule: every(12),
      shift: 'none',
      delay: late(2),
      amount: roundedPrice(units, 0.6),
    })

  // A shop of apps: plans, and purchases between them.
  if (random.chance(0.55)) {
    const shop = random.pick(['APPLE.COM/BILL', 'GOOGLE *PLAY', 'AMAZON DIGITAL'])
    for (const units of random.some([0.99, 2.99, 9.99, 10.99, 4.99], random.whole(1, 3)))
      addStream({
        name: shop,
        means: 'card',
        schedule: monthly(),
        shift: 'none',
        delay: late(random.pick([0, 1])),
        ...someTime(),
        amount: roundedPrice(units, 0.4),
      })
    const purchases = createWriter(random, country, 'card', shop)
    for (let count = random.whole(0, 14); count > 0; count--) {
      const day = random.whole(start, end)
      put(day, -cents(random.pick([0.99, 1.99, 4.99, 5.49, 9.99, 12.99, 29.99])), purchases.write(day))
    }
  }

  // Insurance
  const insurers = ['MAIF', 'AXA FRANCE IARD', 'ALLIANZ VERSICHERUNGS AG', 'MACIF', 'AVIVA', 'MATMUT ASSURANCES']
  for (const insurer of random.some(insurers, random.whole(1, 2))) {
    const policies = random.pick([1, 1, 2, 3])
    const isYearly = random.chance(0.6)
    for (let policy = 0; policy < policies; policy++) {
      const units = isYearly ? random.whole(80, 900) + random.whole(0, 99) / 100 : random.whole(900, 6000) / 100
      const rises = random.whole(1, 8) / 100
      addStream({
        name: insurer,
        means: 'debit',
        schedule: isYearly ? every(12) : monthly(),
        delay: late(random.pick([0, 0, 3])),
        amount: (due) => -Math.round(units * 100 * (1 + rises) ** (yearOf(due) - yearOf(start))),
      })
    }
  }
  if (random.chance(0.5))
    addStream({
      name: random.pick(['MUTUELLE GENERALE', 'HARMONIE MUTUELLE', 'BARMENIA KRANKEN', 'BUPA']),
      means: 'debit',
      schedule: monthly(random.whole(1, 12)),
      amount: price(random.whole(25, 140), 0.9),
    })

  // Family, savings, club, taxes, fees
  if (random.chance(0.35))
    addStream({
      name: random.pick(['CRECHE LES PETITS', 'KITA SONNENSCHEIN', 'NURSERY LITTLE STARS', 'CANTINE SCOLAIRE']),
      means: random.pick(['debit', 'transfer']),
      schedule: monthly(random.whole(3, 15)),
      delay: late(4),
      amount: (due) => ([7, 8].includes(Number(toText(due).slice(5, 7))) ? undefined : -random.whole(4000, 14_000)),
    })
  if (random.chance(0.3))
    addStream({
      name: random.pick(['ARGENT DE POCHE LEA', 'TASCHENGELD TIM', 'POCKET MONEY SAM']),
      means: 'standing',
      schedule: weeks(1, random.pick([1, 5, 6])),
      shift: random.pick(['none', 'following']),
      amount: price(random.pick([5, 8, 10, 15]), 0.4),
      ...someTime(),
    })
  if (random.chance(0.5))
    addStream({
      name: random.pick(['EPARGNE LIVRET A', 'SPARPLAN ETF', 'SAVINGS ISA', 'VERS ASSURANCE VIE']),
      means: random.pick(['standing', 'debit']),
      schedule: monthly(random.whole(1, 28)),
      amount: skipping(0.05, price(random.pick([50, 100, 150, 200, 250]), 0.4)),
      ...someTime(),
    })
  if (random.chance(0.4))
    addStream({
      name: random.pick(['MEDECINS SANS FRONTIERES', 'UNICEF', 'GREENPEACE', 'WWF']),
      means: 'debit',
      schedule: random.pick([monthly(random.pick([5, 10])), every(3, 10)]),
      amount: price(random.pick([5, 10, 15, 20]), 0.2),
      ...someTime(),
    })
  if (random.chance(0.4))
    addStream({
      name: random.pick(['CLUB DE TENNIS', 'SPORTVEREIN', 'ECOLE DE MUSIQUE']),
      means: random.pick(['debit', 'transfer']),
      schedule: random.pick([every(3), every(6), every(6)]),
      delay: late(3),
      amount: price(random.whole(60, 220), 0.6),
    })
  const tax = random.whole(30, 240)
  if (random.chance(0.5))
    addStream({
      name: random.pick(['DGFIP IMPOT', 'FINANZAMT', 'COUNCIL TAX', 'RUNDFUNK ARD ZDF']),
      means: 'debit',
      schedule: monthly(random.pick([1, 15])),
      amount: (due) => {
        const month = Number(toText(due).slice(5, 7))
        return month > 10 ? undefined : -cents(tax * (1 + ((yearOf(due) * 37) % 11) / 100))
      },
    })
  if (random.chance(0.6))
    addStream({
      name: random.pick(['COTISATION CARTE VISA', 'FRAIS TENUE DE COMPTE', 'KONTOFUEHRUNG', 'ACCOUNT FEE']),
      means: 'fee',
      schedule: random.pick([monthly(31), every(3, 31), every(12, 5)]),
      shift: random.pick(['none', 'following']),
      amount: price(random.whole(150, 4500) / 100, 0.4),
    })
  if (random.chance(0.3)) {
    const begin = random.whole(start, end - 130)
    const part = -random.whole(2500, 18_000)
    addStream({
      name: random.pick(['KLARNA', 'ALMA PAIEMENT', 'ONEY BANK']),
      means: 'card',
      schedule: monthly(Math.min(28, Number(toText(begin).slice(8)))),
      shift: 'none',
      from: begin,
      to: begin + 31 * random.pick([2, 3]),
      amount: () => part,
    })
  }

  // What is not recurring: shops that are visited regularly, and everything else.
  const visits = (
    name: string,
    means: Means,
    gap: () => number,
    amount: () => number,
    names: ReadonlyArray<string> = [name],
  ): void => {
    const writers = names.map((one) => createWriter(random, country, means, one))
    for (let day = start + random.whole(0, 10); day <= end; day += Math.max(1, gap())) {
      const booked = random.chance(0.5) ? day : nextOpen(day, country)
      put(booked, -amount(), random.pick(writers).write(day))
    }
  }
  const spread = (low: number, high: number) => () => random.whole(low, high)
  const lognormal = (median: number, width: number) => () => cents(median * Math.exp(random.normal() * width))

  for (const name of random.some(listOf('super'), 3)) {
    const isWeekly = random.chance(0.4)
    const branches = random.chance(0.3) ? [`${name} NORD`, `${name} GARE`] : [name]
    visits(
      name,
      'card',
      isWeekly ? () => random.pick([7, 7, 7, 7, 7, 6, 8, 14]) : spread(2, 12),
      lognormal(45, 0.6),
      branches,
    )
  }
  for (const name of random.some(listOf('small'), 2)) {
    const usual = random.pick([210, 250, 390, 480])
    visits(name, 'card', spread(1, random.pick([4, 9, 20])), () =>
      random.chance(0.6) ? usual : random.whole(150, 1600),
    )
  }
  visits('CANTINE ENTREPRISE', 'card', spread(1, 5), () => random.pick([650, 650, 650, 720, 890]))
  for (const name of random.some(listOf('fuel'), 1))
    visits(name, 'card', spread(8, 17), () => (random.chance(0.2) ? 5000 : random.whole(4200, 7800)))
  const cut = random.pick([2200, 2900, 4500])
  visits(random.pick(['COIFFEUR FRANCK', 'FRISEUR KLIER', 'TONI AND GUY']), 'card', spread(24, 52), () => cut)
  for (const name of random.some(listOf('doctor'), 2))
    visits(name, 'card', spread(12, 110), () => (random.chance(0.6) ? 3000 : random.whole(400, 6000)))
  for (const name of random.some(listOf('food'), 3)) visits(name, 'card', spread(5, 45), lognormal(22, 0.4))
  visits(random.pick(['RATP TICKET', 'BVG FAHRSCHEIN', 'TFL TRAVEL CH', 'PARKING INDIGO']), 'card', spread(2, 25), () =>
    random.pick([215, 215, 320, 480]),
  )
  visits('DISTRIBUTEUR', 'cash', spread(6, 28), () => random.pick([2000, 4000, 5000, 5000, 6000, 10_000]))
  visits('AMAZON EU SARL', 'card', spread(2, 30), lognormal(24, 0.8), ['AMAZON EU SARL', 'AMAZON MKTPLACE'])
  for (const name of random.some(listOf('once'), random.whole(25, 55)))
    for (let count = random.pick([1, 1, 1, 2, 2, 3, 4]); count > 0; count--) {
      const day = random.whole(start, end)
      put(
        day,
        random.chance(0.08) ? random.whole(900, 6000) : -lognormal(40, 0.7)(),
        createWriter(random, country, 'card', name).write(day),
      )
    }
  for (const name of random.some(people, 3)) {
    const isIncoming = random.chance(0.4)
    for (let count = random.whole(1, 9); count > 0; count--) {
      const day = nextOpen(random.whole(start, end), country)
      const amount = random.pick([1000, 1500, 2000, 2000, 3000, 5000, random.whole(500, 9000)])
      const writer = createWriter(random, country, isIncoming ? 'incoming' : 'transfer', name)
      put(day, isIncoming ? amount : -amount, writer.write(day))
    }
  }
  // Look-alikes: another business whose name begins as that of a subscription.
  for (const name of random.some(
    ['FREE NOW TAXI', 'ORANGE MARKET', 'APPLE STORE R321', 'NETFLIX SHOP', 'MAIF SOCIAL CLUB'],
    2,
  ))
    visits(name, 'card', spread(30, 160), lognormal(30, 0.6))
  // Something like a yearly habit, on other days each year, and sums that are alike.
  for (let year = yearOf(start); year <= yearOf(end); year++) {
    const day = dayNumber(year, 12, random.whole(3, 23))
    put(day, -random.whole(3000, 9000), createWriter(random, country, 'card', 'MARCHE DE NOEL').write(day))
  }
  if (random.chance(0.5))
    for (let count = random.whole(2, 8); count > 0; count--) {
      const day = nextOpen(random.whole(start, end), country)
      put(day, random.pick([5000, 10_000, 20_000, 50_000]) * -1, {
        text: 'Virement vers livret',
        bankText: `VIR VERS LIVRET ${reference(random, 6)}`,
      })
    }

  const entries = rows
    .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map((row, index) => ({ ...row, id: String(50_000 + index) }))
  return { entries, streams, today: toText(end) }
}
