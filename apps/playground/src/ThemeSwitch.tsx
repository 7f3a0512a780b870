/** Light or dark, for the page and the kit alike. */
import { useKit, useSelect } from 'latchkey/react'
import { useLayoutEffect } from 'react'

export function ThemeSwitch() {
  const kit = useKit()
  const mode = useSelect((state) => state.theme.mode)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = mode
  }, [mode])
  const other = mode === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className="theme"
      aria-label={`Use the ${other} theme`}
      onClick={() => kit.setTheme({ mode: other })}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {mode === 'dark' ? (
          <path strokeLinejoin="round" d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z" />
        ) : (
          <>
            <circle cx="10" cy="10" r="3.6" />
            <path
              strokeLinecap="round"
              d="M10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.3 4.3l1.3 1.3M14.4 14.4l1.3 1.3M15.7 4.3l-1.3 1.3M5.6 14.4l-1.3 1.3"
            />
          </>
        )}
      </svg>
    </button>
  )
}
