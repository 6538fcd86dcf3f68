/**
 * The number of decimals of each currency by ISO 4217: those of list one as published on 2024-06-25, `XCG` of amendment
 * 176, and the currencies withdrawn since 2018, which old rows may have. Precious metals and other codes without a
 * minor unit are left out.
 *
 * `Intl` cannot be used: browsers and Node have the decimals of CLDR, which are those for display, such as none for
 * `HUF`, `IDR` and `IQD`, and two for an unknown code.
 */
const codes: ReadonlyArray<readonly [digits: number, codes: string]> = [
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
  /* @__PURE__ */ codes.flatMap(([digits, list]) => list.split(' ').map((code) => [code, digits] as const)),
)

/** The decimals of a currency's minor unit, by its code in capitals; `undefined` where it has none or is not known. */
export const currencyDigits = (currency: unknown): number | undefined => digitsByCode.get(currency)
