import type { AccountPlan } from './accountRows.js'

/** The accounts of a person that have transactions, in the order of the person's account plan. */
export const roles = ['checking', 'savings', 'card', 'joint', 'loan'] as const

/** What an account is for. */
export type Role = (typeof roles)[number]

/**
 * The description of a transaction and the bank's text, in which `#` stands for the day of a purchase, `*` for a reference, `@`
 * for the person and `&` for the partner.
 */
export type Text = readonly [description: string, bankText: string]

/** One side of a payment: the account, its text and its category. */
export interface Side {
  readonly on: Role
  readonly text: Text
  readonly category: number
}

/** A payment that returns every month, or every few months. Amounts are in euros; credits are positive. */
export interface Recurring extends Side {
  /** The day of the month on which it is due. Banks book it on the next working day. */
  readonly day: number
  /** The number of months between two payments; default 1. */
  readonly months?: number
  /** The amount of people with a low, a middle and a high income; the last one also counts for all higher incomes. */
  readonly amounts: ReadonlyArray<number>
  /** By how much the amount rises, once in the two years. */
  readonly rise?: number
  /** The share by which each payment may differ from the usual amount. */
  readonly varies?: number
  /** The other side of a transfer between two accounts of the person. */
  readonly to?: Side
}

/** A purchase that a person makes `perMonth` times a month, in one of the shops. Amounts are in euros. */
export interface Habit {
  readonly on: Role
  readonly category: number
  readonly perMonth: number
  readonly shops: ReadonlyArray<Text>
  readonly min: number
  readonly max: number
  /** The amount is a multiple of this; default: a cent. */
  readonly step?: number
  /** What comes back: the share of the price, how often, and after how many days. `$` in its texts stands for the shop. */
  readonly refund?: Side & { readonly share: number; readonly chance: number; readonly days: number }
}

/** A loan with equal instalments, which contain the interest. The yearly rate is in per cent. */
export interface LoanPlan {
  /** What people with a low, a middle and a high income have borrowed, in euros. */
  readonly amounts: ReadonlyArray<number>
  readonly rate: number
  readonly months: number
  readonly day: number
  readonly instalment: Side
  readonly received: Side
  readonly interest: Side
}

/** A person's life as a bank sees it. */
export interface LifePlan {
  readonly accounts: AccountPlan
  /** The country, the bank's code, and the number of further digits in an IBAN. */
  readonly iban: readonly [country: string, bank: string, digits: number]
  /** People and their partners, of whom each person of this language is one. */
  readonly people: ReadonlyArray<readonly [person: string, partner: string]>
  /** Writes the day of a purchase, `DD` and `MM`. */
  readonly writeDay: (day: string, month: string) => string
  /** The balances before the first transaction in euros, of people with a low, a middle and a high income. */
  readonly openings: Readonly<Record<'checking' | 'savings' | 'joint', ReadonlyArray<number>>>
  readonly recurring: ReadonlyArray<Recurring>
  readonly habits: ReadonlyArray<Habit>
  /** The bill of the deferred card, on the checking account and on the card. */
  readonly bill: readonly [paid: Side, settled: Side]
  readonly loan: LoanPlan
  /** The yearly interest on the savings in per cent, and the most that they may be, in euros. */
  readonly interest: Side & { readonly rate: number; readonly ceiling?: number }
}

const french: LifePlan = {
  accounts: [
    [
      ['Compte chèques', 'checking'],
      ['Livret A', 'savings'],
      ['Carte à débit différé', 'card'],
      ['Compte joint', 'checking'],
    ],
    [
      ['Prêt auto', 'loan'],
      ['Compte titres', 'brokerage'],
      ['Assurance vie', 'life_insurance'],
      ['Livret d’épargne', 'savings'],
    ],
  ],
  iban: ['FR', '3000100794', 11],
  people: [
    ['Camille Martin', 'Hugo Bernard'],
    ['Manon Petit', 'Louis Moreau'],
    ['Jules Fontaine', 'Alice Roux'],
  ],
  writeDay: (day, month) => `${day}/${month}`,
  openings: { checking: [1984.17, 2330.52, 2675.08], savings: [3150, 4820.35, 6240.6], joint: [412.36, 538.91, 655.2] },
  recurring: [
    {
      on: 'checking',
      text: ['Salaire Atelier Nova', 'VIR SEPA RECU ATELIER NOVA SAS SALAIRE'],
      category: 230,
      day: 28,
      amounts: [2046.32, 2291.05, 2517.48],
      rise: 64.5,
    },
    {
      on: 'checking',
      text: ['Virement Compte joint', 'VIR PERMANENT COMPTE JOINT MENSUALITE'],
      category: 326,
      day: 2,
      amounts: [-770, -780, -790],
      to: { on: 'joint', text: ['Virement mensualité', 'VIR SEPA RECU @ MENSUALITE'], category: 327 },
    },
    {
      on: 'joint',
      text: ['Virement mensualité', 'VIR SEPA RECU & MENSUALITE'],
      category: 432,
      day: 3,
      amounts: [760, 770, 785],
    },
    {
      on: 'checking',
      text: ['Virement Livret A', 'VIR PERMANENT LIVRET A EPARGNE MENSUELLE'],
      category: 326,
      day: 5,
      amounts: [-300, -450, -600],
      to: { on: 'savings', text: ['Virement épargne mensuelle', 'VIR RECU EPARGNE MENSUELLE'], category: 327 },
    },
    {
      on: 'joint',
      text: ['Loyer Agence des Quais', 'VIR PERMANENT AGENCE DES QUAIS LOYER'],
      category: 216,
      day: 4,
      amounts: [-965, -985, -1010],
      rise: 22,
    },
    {
      on: 'joint',
      text: ['EDF', 'PRLV SEPA EDF CLIENTS PARTICULIERS MDT *'],
      category: 217,
      day: 12,
      amounts: [-74, -82, -91],
      varies: 0.06,
    },
    {
      on: 'joint',
      text: ['Free', 'PRLV SEPA FREE TELECOM FACTURE FREEBOX *'],
      category: 180,
      day: 8,
      amounts: [-29.99, -39.99],
      rise: 5,
    },
    {
      on: 'joint',
      text: ['MAIF Habitation', 'PRLV SEPA MAIF ASSURANCE HABITATION *'],
      category: 246,
      day: 6,
      amounts: [-17.42, -19.85, -22.6],
    },
    {
      on: 'joint',
      text: ['Veolia Eau', 'PRLV SEPA VEOLIA EAU *'],
      category: 293,
      day: 18,
      months: 3,
      amounts: [-58.4, -66.15, -71.9],
      varies: 0.08,
    },
    {
      on: 'checking',
      text: ['Orange', 'PRLV SEPA ORANGE SA FACTURE MOBILE *'],
      category: 277,
      day: 14,
      amounts: [-15.99, -19.99],
      rise: 2,
    },
    {
      on: 'checking',
      text: ['MACIF Auto', 'PRLV SEPA MACIF ASSURANCE AUTO *'],
      category: 84,
      day: 10,
      amounts: [-41.3, -46.75, -52.1],
      rise: 2.4,
    },
    {
      on: 'checking',
      text: ['Basic-Fit', 'PRLV SEPA BASIC FIT FRANCE *'],
      category: 242,
      day: 16,
      amounts: [-22.99, -29.99],
    },
    {
      on: 'checking',
      text: ['Frais de tenue de compte', 'COTISATION TENUE DE COMPTE'],
      category: 79,
      day: 1,
      amounts: [-2, -2.5],
    },
    { on: 'card', text: ['Netflix', 'CARTE # NETFLIX.COM'], category: 219, day: 11, amounts: [-13.49], rise: 1.5 },
    { on: 'card', text: ['Spotify', 'CARTE # SPOTIFY FR'], category: 262, day: 20, amounts: [-10.99], rise: 1.15 },
    {
      on: 'card',
      text: ['Navigo', 'CARTE # NAVIGO MENSUEL'],
      category: 197,
      day: 1,
      amounts: [-86.4],
      rise: 2.4,
    },
  ],
  habits: [
    {
      on: 'joint',
      category: 273,
      perMonth: 7,
      min: 18,
      max: 96,
      shops: [
        ['Monoprix', 'CARTE # MONOPRIX PARIS'],
        ['Carrefour', 'CARTE # CARREFOUR MARKET PARIS'],
        ['Franprix', 'CARTE # FRANPRIX PARIS 11'],
        ['Lidl', 'CARTE # LIDL PARIS 20'],
      ],
    },
    {
      on: 'joint',
      category: 319,
      perMonth: 0.4,
      min: 19,
      max: 120,
      shops: [
        ['Ikea', 'CARTE # IKEA VILLIERS'],
        ['Leroy Merlin', 'CARTE # LEROY MERLIN IVRY'],
      ],
    },
    {
      on: 'card',
      category: 273,
      perMonth: 7,
      min: 1.2,
      max: 14,
      step: 0.05,
      shops: [
        ['Boulangerie du Marché', 'CARTE # BOULANGERIE DU MARCHE PARIS'],
        ['Maison Lefèvre', 'CARTE # MAISON LEFEVRE PARIS'],
        ['Primeur Aligre', 'CARTE # PRIMEUR ALIGRE PARIS'],
      ],
    },
    {
      on: 'card',
      category: 83,
      perMonth: 6,
      min: 11.5,
      max: 48,
      step: 0.5,
      shops: [
        ['Le Petit Zinc', 'CARTE # LE PETIT ZINC PARIS'],
        ['Bouillon Chartier', 'CARTE # BOUILLON CHARTIER PARIS'],
        ['Sushi Shop', 'CARTE # SUSHI SHOP PARIS'],
        ['Pizzeria Roma', 'CARTE # PIZZERIA ROMA PARIS'],
      ],
    },
    {
      on: 'card',
      category: 313,
      perMonth: 4,
      min: 2.2,
      max: 7,
      step: 0.1,
      shops: [
        ['Café de la Gare', 'CARTE # CAFE DE LA GARE PARIS'],
        ['Café Lomi', 'CARTE # CAFE LOMI PARIS'],
      ],
    },
    {
      on: 'card',
      category: 87,
      perMonth: 1.4,
      min: 38,
      max: 76,
      shops: [
        ['TotalEnergies', 'CARTE # TOTALENERGIES PARIS'],
        ['Esso', 'CARTE # ESSO EXPRESS MONTREUIL'],
      ],
    },
    {
      on: 'card',
      category: 272,
      perMonth: 1,
      min: 19.99,
      max: 110,
      shops: [
        ['Zalando', 'CARTE # ZALANDO PAYMENTS'],
        ['Uniqlo', 'CARTE # UNIQLO PARIS'],
      ],
      refund: {
        on: 'card',
        text: ['Remboursement $', 'AVOIR CARTE # $'],
        category: 282,
        share: 1,
        chance: 0.25,
        days: 9,
      },
    },
    {
      on: 'card',
      category: 243,
      perMonth: 1,
      min: 7.9,
      max: 39,
      step: 0.1,
      shops: [
        ['Fnac', 'CARTE # FNAC PARIS'],
        ['Librairie des Écoles', 'CARTE # LIBRAIRIE DES ECOLES PARIS'],
      ],
    },
    {
      on: 'card',
      category: 268002,
      perMonth: 1,
      min: 9.5,
      max: 26,
      step: 0.5,
      shops: [
        ['UGC', 'CARTE # UGC CINE CITE PARIS'],
        ['MK2', 'CARTE # MK2 BASTILLE PARIS'],
      ],
    },
    {
      on: 'card',
      category: 198,
      perMonth: 0.8,
      min: 19,
      max: 88,
      step: 0.5,
      shops: [['SNCF', 'CARTE # SNCF CONNECT PARIS']],
    },
    {
      on: 'card',
      category: 236,
      perMonth: 0.9,
      min: 4.2,
      max: 28,
      shops: [['Pharmacie du Parc', 'CARTE # PHARMACIE DU PARC PARIS']],
    },
    {
      on: 'card',
      category: 261,
      perMonth: 0.5,
      min: 30,
      max: 30,
      shops: [['Dr Lambert', 'CARTE # DR LAMBERT GENERALISTE PARIS']],
      refund: {
        on: 'checking',
        text: ['Remboursement CPAM', 'VIR SEPA RECU CPAM DE PARIS *'],
        category: 282,
        share: 0.65,
        chance: 1,
        days: 8,
      },
    },
    {
      on: 'checking',
      category: 85,
      perMonth: 1.5,
      min: 20,
      max: 80,
      step: 10,
      shops: [['Retrait', 'RETRAIT DAB # PARIS NATION']],
    },
  ],
  bill: [
    { on: 'checking', text: ['Relevé de carte', 'RELEVE CARTE A DEBIT DIFFERE'], category: 756587 },
    { on: 'card', text: ['Règlement du relevé de carte', 'REGLEMENT RELEVE CARTE'], category: 756587 },
  ],
  loan: {
    amounts: [12_000, 14_500, 16_000],
    rate: 4.2,
    months: 60,
    day: 7,
    instalment: { on: 'checking', text: ['Échéance Prêt auto', 'PRLV ECHEANCE PRET AUTO 0042'], category: 249 },
    received: { on: 'loan', text: ['Échéance reçue', 'ECHEANCE RECUE PRET AUTO 0042'], category: 327 },
    interest: { on: 'loan', text: ['Intérêts du prêt', 'INTERETS PRET AUTO 0042'], category: 195 },
  },
  interest: {
    on: 'savings',
    text: ['Intérêts Livret A', 'INTERETS CREDITEURS'],
    category: 80,
    rate: 2.4,
    ceiling: 22_950,
  },
}

const german: LifePlan = {
  accounts: [
    [
      ['Girokonto', 'checking'],
      ['Tagesgeld', 'savings'],
      ['Kreditkarte', 'card'],
      ['Gemeinschaftskonto', 'checking'],
    ],
    [
      ['Autokredit', 'loan'],
      ['Depot', 'brokerage'],
      ['Lebensversicherung', 'life_insurance'],
      ['Sparbuch', 'savings'],
    ],
  ],
  iban: ['DE', '37040044', 10],
  people: [
    ['Anna Becker', 'Jonas Weber'],
    ['Lukas Hoffmann', 'Marie Schulz'],
    ['Lena Wagner', 'Paul Richter'],
  ],
  writeDay: (day, month) => `${day}.${month}.`,
  openings: { checking: [2102.75, 2388.4, 2735.19], savings: [5200, 7415.3, 9080], joint: [388.12, 502.64, 611.5] },
  recurring: [
    {
      on: 'checking',
      text: ['Gehalt Nordlicht Software', 'GUTSCHRIFT NORDLICHT SOFTWARE GMBH GEHALT'],
      category: 230,
      day: 27,
      amounts: [2204.61, 2458.2, 2711.94],
      rise: 71.25,
    },
    {
      on: 'checking',
      text: ['Überweisung Gemeinschaftskonto', 'DAUERAUFTRAG GEMEINSCHAFTSKONTO MONATSBEITRAG'],
      category: 326,
      day: 1,
      amounts: [-770, -795, -820],
      to: {
        on: 'joint',
        text: ['Überweisung Monatsbeitrag', 'GUTSCHRIFT @ DAUERAUFTRAG MONATSBEITRAG'],
        category: 327,
      },
    },
    {
      on: 'joint',
      text: ['Überweisung Monatsbeitrag', 'GUTSCHRIFT & DAUERAUFTRAG MONATSBEITRAG'],
      category: 432,
      day: 2,
      amounts: [755, 780, 800],
    },
    {
      on: 'checking',
      text: ['Überweisung Tagesgeld', 'DAUERAUFTRAG TAGESGELD SPARRATE'],
      category: 326,
      day: 3,
      amounts: [-350, -500, -650],
      to: { on: 'savings', text: ['Überweisung Sparrate', 'GUTSCHRIFT UEBERWEISUNG SPARRATE'], category: 327 },
    },
    {
      on: 'joint',
      text: ['Miete Hausverwaltung Lindner', 'DAUERAUFTRAG HAUSVERWALTUNG LINDNER MIETE'],
      category: 216,
      day: 3,
      amounts: [-980, -1020, -1060],
      rise: 25,
    },
    {
      on: 'joint',
      text: ['Vattenfall Strom', 'LASTSCHRIFT VATTENFALL EUROPE SALES STROM MANDAT *'],
      category: 217,
      day: 15,
      amounts: [-68, -76, -84],
      rise: 7,
    },
    {
      on: 'joint',
      text: ['Telekom', 'LASTSCHRIFT TELEKOM DEUTSCHLAND GMBH FESTNETZ *'],
      category: 180,
      day: 9,
      amounts: [-39.95, -44.95],
      rise: 3,
    },
    {
      on: 'joint',
      text: ['Rundfunkbeitrag', 'LASTSCHRIFT RUNDFUNK ARD ZDF DRADIO *'],
      category: 219,
      day: 15,
      months: 3,
      amounts: [-55.08],
    },
    {
      on: 'joint',
      text: ['HUK24 Hausrat', 'LASTSCHRIFT HUK24 AG HAUSRAT *'],
      category: 246,
      day: 5,
      amounts: [-9.8, -11.45, -13.2],
    },
    {
      on: 'checking',
      text: ['Vodafone', 'LASTSCHRIFT VODAFONE GMBH MOBILFUNK *'],
      category: 277,
      day: 12,
      amounts: [-19.99, -24.99],
      rise: 2.5,
    },
    {
      on: 'checking',
      text: ['Allianz Kfz', 'LASTSCHRIFT ALLIANZ VERSICHERUNGS AG KFZ *'],
      category: 84,
      day: 4,
      amounts: [-48.6, -53.25, -59.1],
      rise: 3.1,
    },
    {
      on: 'checking',
      text: ['McFit', 'LASTSCHRIFT MCFIT RSG GROUP *'],
      category: 242,
      day: 17,
      amounts: [-24.9, -29.9],
    },
    {
      on: 'checking',
      text: ['Kontoführung', 'ENTGELT KONTOFUEHRUNG'],
      category: 79,
      day: 30,
      amounts: [-4.9, -5.9],
    },
    { on: 'card', text: ['Netflix', 'KARTE # NETFLIX.COM'], category: 219, day: 13, amounts: [-13.99], rise: 2 },
    { on: 'card', text: ['Spotify', 'KARTE # SPOTIFY AB'], category: 262, day: 22, amounts: [-10.99], rise: 1 },
    {
      on: 'card',
      text: ['Deutschlandticket', 'KARTE # BVG DEUTSCHLANDTICKET'],
      category: 197,
      day: 1,
      amounts: [-49],
      rise: 9,
    },
  ],
  habits: [
    {
      on: 'joint',
      category: 273,
      perMonth: 8,
      min: 14,
      max: 92,
      shops: [
        ['Rewe', 'KARTENZAHLUNG # REWE MARKT BERLIN'],
        ['Edeka', 'KARTENZAHLUNG # EDEKA CENTER BERLIN'],
        ['Aldi', 'KARTENZAHLUNG # ALDI SAGT DANKE BERLIN'],
        ['dm', 'KARTENZAHLUNG # DM DROGERIEMARKT BERLIN'],
      ],
    },
    {
      on: 'joint',
      category: 319,
      perMonth: 0.4,
      min: 19,
      max: 120,
      shops: [
        ['Ikea', 'KARTENZAHLUNG # IKEA BERLIN TEMPELHOF'],
        ['Obi', 'KARTENZAHLUNG # OBI BAUMARKT BERLIN'],
      ],
    },
    {
      on: 'card',
      category: 273,
      perMonth: 6,
      min: 1.5,
      max: 12,
      step: 0.05,
      shops: [
        ['Bäckerei Steinecke', 'KARTE # BAECKEREI STEINECKE BERLIN'],
        ['Zeit für Brot', 'KARTE # ZEIT FUER BROT BERLIN'],
        ['Wochenmarkt', 'KARTE # WOCHENMARKT BOXHAGENER PLATZ'],
      ],
    },
    {
      on: 'card',
      category: 83,
      perMonth: 6,
      min: 9.5,
      max: 46,
      step: 0.1,
      shops: [
        ['Mustafa Grill', 'KARTE # MUSTAFA GRILL BERLIN'],
        ['Vapiano', 'KARTE # VAPIANO BERLIN'],
        ['Gasthaus Krone', 'KARTE # GASTHAUS KRONE BERLIN'],
        ['Lieferando', 'KARTE # LIEFERANDO.DE BERLIN'],
      ],
    },
    {
      on: 'card',
      category: 313,
      perMonth: 4,
      min: 2.8,
      max: 8,
      step: 0.1,
      shops: [
        ['Café Einstein', 'KARTE # CAFE EINSTEIN BERLIN'],
        ['The Barn', 'KARTE # THE BARN BERLIN'],
      ],
    },
    {
      on: 'card',
      category: 87,
      perMonth: 1.4,
      min: 42,
      max: 82,
      shops: [
        ['Aral', 'KARTE # ARAL STATION BERLIN'],
        ['Shell', 'KARTE # SHELL BERLIN'],
      ],
    },
    {
      on: 'card',
      category: 272,
      perMonth: 1.2,
      min: 19.95,
      max: 115,
      shops: [
        ['Zalando', 'KARTE # ZALANDO SE BERLIN'],
        ['C&A', 'KARTE # C+A MODE BERLIN'],
      ],
      refund: {
        on: 'card',
        text: ['Erstattung $', 'GUTSCHRIFT KARTE # $'],
        category: 282,
        share: 1,
        chance: 0.3,
        days: 10,
      },
    },
    {
      on: 'card',
      category: 243,
      perMonth: 1,
      min: 8,
      max: 36,
      shops: [
        ['Thalia', 'KARTE # THALIA BUECHER BERLIN'],
        ['Dussmann', 'KARTE # DUSSMANN KULTURKAUFHAUS'],
      ],
    },
    {
      on: 'card',
      category: 268002,
      perMonth: 1,
      min: 10,
      max: 27,
      step: 0.5,
      shops: [
        ['Kino International', 'KARTE # KINO INTERNATIONAL BERLIN'],
        ['CineStar', 'KARTE # CINESTAR BERLIN'],
      ],
    },
    {
      on: 'card',
      category: 198,
      perMonth: 0.8,
      min: 17.9,
      max: 84,
      step: 1,
      shops: [['Deutsche Bahn', 'KARTE # DB VERTRIEB GMBH']],
    },
    {
      on: 'card',
      category: 236,
      perMonth: 1,
      min: 4.5,
      max: 29,
      shops: [['Apotheke am Markt', 'KARTE # APOTHEKE AM MARKT BERLIN']],
    },
    {
      on: 'checking',
      category: 85,
      perMonth: 2,
      min: 30,
      max: 120,
      step: 10,
      shops: [['Bargeld', 'GELDAUTOMAT # BERLIN MITTE']],
    },
  ],
  bill: [
    { on: 'checking', text: ['Kreditkartenabrechnung', 'LASTSCHRIFT KREDITKARTENABRECHNUNG'], category: 756587 },
    { on: 'card', text: ['Ausgleich Kreditkarte', 'AUSGLEICH KREDITKARTENABRECHNUNG'], category: 756587 },
  ],
  loan: {
    amounts: [13_500, 15_000, 17_500],
    rate: 4.8,
    months: 60,
    day: 10,
    instalment: { on: 'checking', text: ['Rate Autokredit', 'LASTSCHRIFT AUTOKREDIT RATE 0042'], category: 249 },
    received: { on: 'loan', text: ['Rate erhalten', 'RATE AUTOKREDIT 0042'], category: 327 },
    interest: { on: 'loan', text: ['Kreditzinsen', 'ZINSEN AUTOKREDIT 0042'], category: 195 },
  },
  interest: { on: 'savings', text: ['Zinsen Tagesgeld', 'ZINSGUTSCHRIFT'], category: 80, rate: 2.1 },
}

const irish: LifePlan = {
  accounts: [
    [
      ['Current account', 'checking'],
      ['Rainy day saver', 'savings'],
      ['Charge card', 'card'],
      ['Joint account', 'checking'],
    ],
    [
      ['Car loan', 'loan'],
      ['Share dealing', 'brokerage'],
      ['Life assurance', 'life_insurance'],
      ['Notice deposit', 'savings'],
    ],
  ],
  iban: ['IE', 'AIBK931152', 8],
  people: [
    ['Aoife Murphy', 'Conor Walsh'],
    ['Sean Byrne', 'Niamh Kelly'],
    ['Ciara Doyle', 'Mark Nolan'],
  ],
  writeDay: (day, month) => `${day}/${month}`,
  openings: { checking: [2166.3, 2422.85, 2810.47], savings: [4100, 5860.25, 7345], joint: [455.78, 590.02, 702.4] },
  recurring: [
    {
      on: 'checking',
      text: ['Salary Harbour Analytics', 'CREDIT HARBOUR ANALYTICS LTD SALARY'],
      category: 230,
      day: 26,
      amounts: [2388.4, 2676.92, 2954.15],
      rise: 80.35,
    },
    {
      on: 'checking',
      text: ['Transfer to Joint account', 'SO JOINT ACCOUNT MONTHLY SHARE'],
      category: 326,
      day: 1,
      amounts: [-960, -980, -1000],
      to: { on: 'joint', text: ['Transfer monthly share', 'TRANSFER FROM @ MONTHLY SHARE'], category: 327 },
    },
    {
      on: 'joint',
      text: ['Transfer monthly share', 'TRANSFER FROM & MONTHLY SHARE'],
      category: 432,
      day: 2,
      amounts: [955, 970, 1010],
    },
    {
      on: 'checking',
      text: ['Transfer to Rainy day saver', 'SO TRANSFER RAINY DAY SAVER'],
      category: 326,
      day: 3,
      amounts: [-375, -575, -775],
      to: { on: 'savings', text: ['Transfer rainy day', 'TRANSFER FROM CURRENT ACCOUNT RAINY DAY'], category: 327 },
    },
    {
      on: 'joint',
      text: ['Rent Liffey Lettings', 'SO LIFFEY LETTINGS RENT'],
      category: 216,
      day: 4,
      amounts: [-1290, -1330, -1365],
      rise: 25,
    },
    {
      on: 'joint',
      text: ['Electric Ireland', 'DD ELECTRIC IRELAND *'],
      category: 217,
      day: 18,
      amounts: [-92, -101, -109],
      varies: 0.07,
    },
    {
      on: 'joint',
      text: ['Virgin Media', 'DD VIRGIN MEDIA IRELAND *'],
      category: 180,
      day: 10,
      amounts: [-50, -55],
      rise: 5,
    },
    {
      on: 'joint',
      text: ['Aviva Home Insurance', 'DD AVIVA HOME INSURANCE *'],
      category: 246,
      day: 6,
      amounts: [-24.15, -27.8, -31.4],
    },
    {
      on: 'joint',
      text: ['Panda Waste', 'DD PANDA WASTE *'],
      category: 323,
      day: 20,
      months: 2,
      amounts: [-52, -58],
    },
    {
      on: 'checking',
      text: ['Three Mobile', 'DD THREE IRELAND *'],
      category: 277,
      day: 12,
      amounts: [-20, -25],
      rise: 2,
    },
    {
      on: 'checking',
      text: ['Axa Car Insurance', 'DD AXA INSURANCE DAC *'],
      category: 84,
      day: 9,
      amounts: [-47.25, -54.6, -61.3],
      rise: 3.5,
    },
    {
      on: 'checking',
      text: ['Flyefit', 'DD FLYEFIT GYM *'],
      category: 242,
      day: 16,
      amounts: [-29.99, -34.99],
    },
    {
      on: 'checking',
      text: ['Account fee', 'FEE MAINTENANCE CURRENT ACCOUNT'],
      category: 79,
      day: 28,
      amounts: [-5, -6],
    },
    {
      on: 'checking',
      text: ['Netflix', 'DD NETFLIX INTERNATIONAL *'],
      category: 219,
      day: 14,
      amounts: [-14.99],
      rise: 2,
    },
    { on: 'card', text: ['Spotify', 'CARD # SPOTIFY STOCKHOLM'], category: 262, day: 21, amounts: [-10.99], rise: 1 },
    {
      on: 'card',
      text: ['Irish Times', 'CARD # THE IRISH TIMES DIGITAL'],
      category: 258,
      day: 5,
      amounts: [-12],
      rise: 2,
    },
  ],
  habits: [
    {
      on: 'joint',
      category: 273,
      perMonth: 8,
      min: 14,
      max: 98,
      shops: [
        ['Tesco', 'CARD # TESCO STORES DUBLIN'],
        ['Dunnes', 'CARD # DUNNES STORES DUBLIN'],
        ['SuperValu', 'CARD # SUPERVALU RANELAGH'],
        ['Lidl', 'CARD # LIDL DUBLIN 6'],
      ],
    },
    {
      on: 'joint',
      category: 319,
      perMonth: 0.4,
      min: 19,
      max: 120,
      shops: [
        ['Ikea', 'CARD # IKEA BALLYMUN DUBLIN'],
        ['Woodies', 'CARD # WOODIES DIY DUBLIN'],
      ],
    },
    {
      on: 'card',
      category: 273,
      perMonth: 5,
      min: 1.8,
      max: 14,
      step: 0.05,
      shops: [
        ['Spar', 'CARD # SPAR CAMDEN STREET'],
        ['Bread 41', 'CARD # BREAD 41 DUBLIN'],
        ['Centra', 'CARD # CENTRA DAME STREET'],
      ],
    },
    {
      on: 'card',
      category: 83,
      perMonth: 6,
      min: 10.5,
      max: 52,
      step: 0.5,
      shops: [
        ['The Woollen Mills', 'CARD # THE WOOLLEN MILLS DUBLIN'],
        ['Boojum', 'CARD # BOOJUM GEORGES STREET'],
        ['Bunsen', 'CARD # BUNSEN WEXFORD STREET'],
        ['Deliveroo', 'CARD # DELIVEROO DUBLIN'],
      ],
    },
    {
      on: 'card',
      category: 313,
      perMonth: 5,
      min: 3.2,
      max: 8.5,
      step: 0.1,
      shops: [
        ['3fe Coffee', 'CARD # 3FE COFFEE DUBLIN'],
        ['Butlers', 'CARD # BUTLERS CHOCOLATE CAFE'],
      ],
    },
    {
      on: 'card',
      category: 197,
      perMonth: 2,
      min: 10,
      max: 30,
      step: 10,
      shops: [['Leap Card', 'CARD # LEAP CARD TOP UP']],
    },
    {
      on: 'card',
      category: 87,
      perMonth: 1.4,
      min: 40,
      max: 80,
      shops: [
        ['Circle K', 'CARD # CIRCLE K DUBLIN'],
        ['Applegreen', 'CARD # APPLEGREEN LUCAN'],
      ],
    },
    {
      on: 'card',
      category: 272,
      perMonth: 1,
      min: 18,
      max: 110,
      step: 0.5,
      shops: [
        ['Penneys', 'CARD # PENNEYS MARY STREET'],
        ['Arnotts', 'CARD # ARNOTTS DUBLIN'],
      ],
      refund: {
        on: 'card',
        text: ['Refund $', 'CARD REFUND # $'],
        category: 282,
        share: 1,
        chance: 0.25,
        days: 8,
      },
    },
    {
      on: 'card',
      category: 243,
      perMonth: 1,
      min: 8.99,
      max: 34,
      shops: [
        ['Hodges Figgis', 'CARD # HODGES FIGGIS DUBLIN'],
        ['Dubray Books', 'CARD # DUBRAY BOOKS DUBLIN'],
      ],
    },
    {
      on: 'card',
      category: 310,
      perMonth: 2,
      min: 6.2,
      max: 38,
      step: 0.1,
      shops: [
        ['The Stags Head', 'CARD # THE STAGS HEAD DUBLIN'],
        ['Grogans', 'CARD # GROGANS DUBLIN'],
      ],
    },
    {
      on: 'card',
      category: 236,
      perMonth: 0.8,
      min: 5,
      max: 30,
      shops: [['Boots', 'CARD # BOOTS GRAFTON STREET']],
    },
    {
      on: 'card',
      category: 261,
      perMonth: 0.4,
      min: 54.5,
      max: 54.5,
      shops: [['Dr Keane', 'CARD # DR KEANE SURGERY DUBLIN']],
      refund: {
        on: 'checking',
        text: ['Laya Healthcare claim', 'CREDIT LAYA HEALTHCARE CLAIM *'],
        category: 282,
        share: 0.5,
        chance: 1,
        days: 10,
      },
    },
    {
      on: 'checking',
      category: 85,
      perMonth: 1.5,
      min: 20,
      max: 100,
      step: 10,
      shops: [['Cash', 'ATM # RANELAGH DUBLIN']],
    },
  ],
  bill: [
    { on: 'checking', text: ['Card statement', 'DD CHARGE CARD STATEMENT'], category: 756587 },
    { on: 'card', text: ['Card statement paid', 'PAYMENT RECEIVED CARD STATEMENT'], category: 756587 },
  ],
  loan: {
    amounts: [13_000, 15_500, 17_000],
    rate: 6.4,
    months: 60,
    day: 8,
    instalment: { on: 'checking', text: ['Car loan repayment', 'DD CAR LOAN REPAYMENT 0042'], category: 249 },
    received: { on: 'loan', text: ['Repayment received', 'CAR LOAN REPAYMENT 0042'], category: 327 },
    interest: { on: 'loan', text: ['Loan interest', 'INTEREST CAR LOAN 0042'], category: 195 },
  },
  interest: { on: 'savings', text: ['Deposit interest', 'INTEREST CREDITED'], category: 80, rate: 1.8 },
}

/** The lives of the users: the first one's is French, the second one's German, the third one's Irish, and so on. */
export const lives: ReadonlyArray<LifePlan> = [french, german, irish]
