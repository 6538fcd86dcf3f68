/**
 * The numbers of the pages before and after a page. If the first page of a service has a link to a previous page, the
 * previous page gets the number 1 as well.
 */
export const adjacentPages = (number: number): { readonly previous: number; readonly next: number } => ({
  previous: Math.max(number - 1, 1),
  next: number + 1,
})
