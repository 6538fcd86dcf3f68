/**
 * The currencies of ISO 4217 by their number of decimals: list one as published on 2024-06-25, `XCG` of amendment 176, and
 * the currencies withdrawn since 2018, which old rows may have. The list omits precious metals and other codes without a
 * minor unit.
 *
 * `Intl` does not help: in browsers and in Node, it has CLDR's decimals for display, such as none for `HUF`, `IDR` and
 * `IQD`. For an unknown code it returns two.
 */
const codesByDigits: ReadonlyArray<readonly [digits: number, codes: string]> = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
      'CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL ' +
      'HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRO ' +
      'MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR ' +
      'SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS ' +
      'VED VEF VES WST XCD XCG YER ZAR ZMW ZWG ZWL',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const digitsByCode: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ codesByDigits.flatMap(([digits, list]) => list.split(' ').map((code) => [code, digits] as const)),
)

/** The number of decimals of a currency, by its code in capitals; `undefined` if unknown or without a minor unit. */
export const currencyDigits = (currency: unknown): number | undefined => digitsByCode.get(currency)
