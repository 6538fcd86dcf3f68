/** The numbers of the pages beside a page. What a service has before its first page counts as the first page, too. */
export const adjacentPages = (number: number): { readonly previous: number; readonly next: number } => ({
  previous: Math.max(number - 1, 1),
  next: number + 1,
})
