import { PageLink } from '../../streams/pages/PageLink.js'

/** A link that belongs to no client, user or list: following it errors like a link of another client. */
export const deadLink = (): PageLink =>
  new PageLink({ client: {}, principal: '', operation: '', path: '', codec: {}, uri: '', requestUrl: '', number: 1 })

/** The page links of a port, and the numbers (handles) that are sent instead of them. */
export interface Links {
  readonly handleOf: (link: PageLink) => number
  readonly linkOf: (handle: number) => PageLink
}

/**
 * Creates the table of the main process, which stores the latest `capacity` links. Any other handle leads to a link
 * that cannot be followed.
 */
export const createLinkTable = (capacity: number): Links => {
  const links = new Map<number, PageLink>()
  const handles = new WeakMap<PageLink, number>()
  let last = 0
  return {
    handleOf: (link) => {
      const handle = handles.get(link) ?? ++last
      handles.set(link, handle)
      links.delete(handle)
      links.set(handle, link)
      for (const oldest of links.keys()) {
        if (links.size <= capacity) break
        links.delete(oldest)
      }
      return handle
    },
    linkOf: (handle) => links.get(handle) ?? deadLink(),
  }
}

/**
 * Creates the table of a renderer, which makes links that stand for handles. A link of another port has the handle 0,
 * which cannot be followed.
 */
export const createHandleTable = (): Links => {
  const handles = new WeakMap<PageLink, number>()
  return {
    linkOf: (handle) => {
      const link = deadLink()
      handles.set(link, handle)
      return link
    },
    handleOf: (link) => handles.get(link) ?? 0,
  }
}
