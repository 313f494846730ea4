"""Pictures of boards, searches and solutions. Nothing here solves anything."""
