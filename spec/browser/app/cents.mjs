/** The cents of an amount as a page shows it, such as `−€1,234.50`. */
export const cents = (text) => BigInt(text.replace('−', '-').replaceAll(/[^\d-]/g, ''))
