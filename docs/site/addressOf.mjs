/** Where a page is in the site: `docs/guides/paging.md` is at `guides/paging.html`. */
export const addressOf = (path) =>
  path
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index')
    .replace(/\.md$/, '')
    .toLowerCase()
