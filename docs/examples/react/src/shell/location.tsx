import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'
import { fromEvent, merge, Subject } from 'rxjs'

const moves$ = new Subject<void>()

/** Goes to an address of this app without loading the page anew. */
export const goTo = (address: string, { replace = false } = {}): void => {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  moves$.next()
}

const subscribe = (listener: () => void) => {
  const subscription = merge(moves$, fromEvent(window, 'popstate')).subscribe(listener)
  return () => subscription.unsubscribe()
}

/** The path and the parameters of the address. */
export const useLocation = () => {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search)
  const { pathname, searchParams } = new URL(address, location.origin)
  return { path: pathname, parameters: searchParams }
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly to: string }

/** A link to a page of this app. With a modifier key it opens another tab, as links do. */
export const Link = ({ to, ...rest }: LinkProps) => {
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
    scrollTo({ top: 0, behavior: 'instant' })
  }
  return <a {...rest} href={to} onClick={go} />
}
