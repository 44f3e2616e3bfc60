class ReportsController < ApplicationController
  def show
    # ruleid: ruby-format-string
    line = sprintf(params[:format], @report.total)
    # ruleid: ruby-format-string
    Kernel.printf("#{params[:label]}: %d", @report.total)
    # ok: ruby-format-string
    other = sprintf("%s: %d", params[:label], @report.total)
    render plain: line + other
  end
end
