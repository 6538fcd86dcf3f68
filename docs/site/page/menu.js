/** The menu of narrow windows, by keys as well: typedoc opens it at mouseup, and closes it at mousedown. */
export const attachMenuKeys = () => {
  const trigger = document.getElementById('tsd-toolbar-menu-trigger')
  if (trigger === null) return // the playground has no menu
  const isOpen = () => document.documentElement.classList.contains('has-menu')
  const press = (target, type) => target.dispatchEvent(new MouseEvent(type, { bubbles: true }))

  const close = () => {
    press(document.body, 'mousedown')
    press(document.body, 'mouseup')
    trigger.focus()
  }

  trigger.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (isOpen()) return close()
    press(trigger, 'mouseup')
    document.querySelector('.site-menu a').focus()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isOpen()) close()
  })
  new MutationObserver(() => trigger.setAttribute('aria-expanded', String(isOpen()))).observe(
    document.documentElement,
    { attributeFilter: ['class'] },
  )
}
