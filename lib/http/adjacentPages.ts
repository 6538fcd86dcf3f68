/**
 * The numbers of the pages before and after a page. A service may have a page before the first; its number is 1 as
 * well.
 */
export const adjacentPages = (number: number): { readonly previous: number; readonly next: number } => ({
  previous: Math.max(number - 1, 1),
  next: number + 1,
})
