"""What stands between a clone and a release: `make release` does all of it but the upload (docs/packaging.md)."""
