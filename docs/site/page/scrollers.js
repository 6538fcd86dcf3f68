/** What is wider than its place can be scrolled by keys. */
export const watchScrollers = () => {
  const watched = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
      else target.removeAttribute('tabindex')
    }
  })
  for (const scroller of document.querySelectorAll('main :is(.wide, pre > code, .tsd-signature)'))
    watched.observe(scroller)
}
