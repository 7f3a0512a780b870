/** Lines of a list on their way, as high as real ones, so that nothing jumps when they come. */
import styles from './account.sheet.css'

export function LineSkeletons({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div className={styles.skeletons} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
