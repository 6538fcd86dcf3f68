import { PageLink } from '../pages/PageLink.js'

/** A link that belongs to no client, user or list: following it is refused as that of a foreign link is. */
export const linkToNowhere = (): PageLink =>
  new PageLink({ client: {}, principal: '', operation: '', path: '', codec: {}, uri: '', requestUrl: '', number: 1 })

/** The page links of a port, and the numbers (handles) that are sent in their place. */
export interface Links {
  readonly handleOf: (link: PageLink) => number
  readonly linkOf: (handle: number) => PageLink
}

/** In the main process: stores the latest `capacity` links; other handles are those of a foreign link. */
export const linkTable = (capacity: number): Links => {
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
    linkOf: (handle) => links.get(handle) ?? linkToNowhere(),
  }
}

/**
 * In a renderer: makes links that stand for handles; the handle of a link of another port is 0, which leads nowhere.
 */
export const handleTable = (): Links => {
  const handles = new WeakMap<PageLink, number>()
  return {
    linkOf: (handle) => {
      const link = linkToNowhere()
      handles.set(link, handle)
      return link
    },
    handleOf: (link) => handles.get(link) ?? 0,
  }
}
