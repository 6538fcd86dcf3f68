/** The lengths of IBANs, by country of SEPA. */
const lengths: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  (
    'AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 ' +
    'LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** A text in capitals and with only letters and digits, as the standard compares IBANs. */
export const compactIban = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const hasValidChecksum = (iban: string): boolean => {
  let remainder = 0
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of parseInt(char, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/**
 * The complete IBANs of SEPA countries in a text, with a correct checksum. Spaces inside them are ignored. A shortened or
 * masked IBAN is not found.
 */
export const findIbans = (text: string): ReadonlyArray<string> => {
  const compact = compactIban(text)
  return Array.from(compact.matchAll(/(?=([A-Z]{2})\d{2})/g), ({ index, 1: country = '' }) =>
    compact.slice(index, index + (lengths.get(country) ?? 0)),
  ).filter(
    (iban) => /^[A-Z0-9]+$/.test(iban) && iban.length === lengths.get(iban.slice(0, 2)) && hasValidChecksum(iban),
  )
}
