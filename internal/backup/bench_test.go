package backup_test

import (
	"os"
	"path/filepath"
	"testing"

	"vigil"
	"vigil/internal/backup"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// BenchmarkBackup backs up and restores a database with 10,000 vulnerabilities.
func BenchmarkBackup(b *testing.B) {
	for name, config := range map[string]func(testing.TB) store.Config{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			c := config(b)
			s, db, team := filled(b, c)
			repository := storetest.Repository(b, db, team.ID, vigil.GitHub, "acme/api")
			for range 5 {
				scan := storetest.Scan(b, db, team.ID, repository, nil)
				storetest.Record(b, db, team.ID, scan, storetest.Vulnerabilities(scan, 2000, nil))
			}
			dir := b.TempDir()
			file := filepath.Join(dir, "b.tar")
			b.Run("backup", func(b *testing.B) {
				for b.Loop() {
					os.Remove(file)
					if _, err := backup.Write(b.Context(), s, file); err != nil {
						b.Fatal(err)
					}
				}
				if info, err := os.Stat(file); err == nil {
					b.ReportMetric(float64(info.Size())/1e6, "MB")
				}
			})
			b.Run("restore", func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					to := anew(b, c)
					b.StartTimer()
					if _, err := backup.Restore(b.Context(), to, file); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
