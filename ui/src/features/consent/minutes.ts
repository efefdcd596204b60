import { t } from "../../i18n/t";

/** A length of time in words. */
export function minutesWords(minutes: number): string {
  if (minutes < 60) return t("minutes", { count: minutes });
  return minutes === 60 ? t("hours", { count: 1 }) : t("hours", { count: minutes / 60 });
}
